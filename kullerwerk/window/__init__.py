"""The window itself: the only package that calls pyglet and OpenGL."""
