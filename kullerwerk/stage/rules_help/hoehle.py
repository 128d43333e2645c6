"""The rules of the mole cave in own words."""

from __future__ import annotations

from kullerwerk.stage.rules_help.section import Section

HOEHLE = (
    Section(
        ("Aim", "Ziel"),
        (
            (
                "Everybody has nine mole tiles and two busy tiles. A cave with four of your own "
                "moles on the cells beside it is yours: a busy tile goes into it. Who is the first "
                "to have both busy tiles in caves wins.",
                "Alle haben neun Maulwurf-Plättchen und zwei Besetzt-Plättchen. Eine Höhle mit "
                "vier eigenen Maulwürfen auf den Feldern daneben gehört dir: ein "
                "Besetzt-Plättchen kommt hinein. Wer zuerst beide in Höhlen hat, gewinnt.",
            ),
            (
                "Only the four cells that share a side with the cave count, not those at its "
                "corners.",
                "Es zählen nur die vier Felder, die eine Seite mit der Höhle teilen, nicht die an "
                "ihren Ecken.",
            ),
        ),
        ("ring",),
    ),
    Section(
        ("A turn", "Ein Zug"),
        (
            (
                "Move one of your tiles to a free neighbouring cell, straight or diagonally. You "
                "must move if you can. A plain step never leads into a cave, and busy tiles cannot "
                "be moved by anybody.",
                "Ziehe eines deiner Plättchen auf ein freies Nachbarfeld, gerade oder schräg. Wer "
                "ziehen kann, muss. Ein einfacher Schritt führt nie in eine Höhle, und "
                "Besetzt-Plättchen bewegt niemand.",
            ),
            (
                "Or push: move onto a tile, and it goes on in that direction with all tiles that "
                "stand behind it without a gap, whoever owns them. No tile may be pushed off the "
                "board, and a busy tile stops the whole row.",
                "Oder schiebe: ziehe auf ein Plättchen, dann rückt es in dieser Richtung weiter, "
                "mit allen, die lückenlos dahinter stehen, gleich wem sie gehören. Kein Plättchen "
                "darf vom Brett geschoben werden, und ein Besetzt-Plättchen hält die ganze Reihe "
                "auf.",
            ),
        ),
        ("push",),
    ),
    Section(
        ("Caves and tunnels", "Höhlen und Tunnel"),
        (
            (
                "The last tile of a row can be pushed into an empty cave. There it stays and "
                "cannot move by itself until somebody pushes it out. Whoever pushes a tile out of "
                "a cave stands in it then.",
                "Das letzte Plättchen einer Reihe kann in eine leere Höhle geschoben werden. Dort "
                "bleibt es und kann selbst nicht ziehen, bis es jemand hinausschiebt. Wer ein "
                "Plättchen aus einer Höhle schiebt, steht danach selbst darin.",
            ),
            (
                "A tile that you move onto a tunnel entrance digs at once: it goes to any other "
                "free entrance of your choice. It does not dig again where it comes out.",
                "Ein Plättchen, das du auf einen Tunneleingang ziehst, gräbt sofort: es kommt an "
                "einem anderen freien Eingang deiner Wahl heraus. Dort gräbt es nicht noch einmal.",
            ),
            (
                "A tile that was pushed onto an entrance waits. When its owner's turn begins, all "
                "of the owner's tiles on entrances dig first, each once and in any order; the move "
                "comes after that.",
                "Ein Plättchen, das auf einen Eingang geschoben wurde, wartet. Wenn sein Besitzer "
                "dran ist, graben zuerst alle seine Plättchen auf Eingängen, jedes einmal, in "
                "beliebiger Reihenfolge; danach kommt der Zug.",
            ),
        ),
        ("tunnel",),
    ),
    Section(
        ("A cave is ringed", "Eine Höhle ist umstellt"),
        (
            (
                "The busy tile is placed at once, also if an opponent's move has closed the ring. "
                "A tile in the cave, whoever owns it, is out of the game.",
                "Das Besetzt-Plättchen kommt sofort, auch wenn ein Zug der Gegner den Ring "
                "geschlossen hat. Ein Plättchen in der Höhle scheidet aus, gleich wem es gehört.",
            ),
            (
                "The four tiles of the ring stay where they are and move again from the next turn "
                "on.",
                "Die vier Plättchen des Rings bleiben stehen und dürfen ab dem nächsten Zug wieder "
                "ziehen.",
            ),
        ),
    ),
    Section(
        ("Special cases and the end", "Sonderfälle und Ende"),
        (
            (
                "No turn may end in a position that was there before. Who has no move left passes. "
                "Who has fewer than four moles plays on but can ring no cave.",
                "Kein Zug darf in einer Stellung enden, die es schon gab. Wer nicht ziehen kann, "
                "setzt aus. Wer weniger als vier Maulwürfe hat, spielt weiter, kann aber keine "
                "Höhle mehr umstellen.",
            ),
            (
                "It is a draw when nobody can win any more or all pass in a row. After 400 turns "
                "the most busy tiles win, then the most complete ring.",
                "Unentschieden ist es, wenn niemand mehr gewinnen kann oder alle nacheinander "
                "aussetzen. Nach 400 Zügen gewinnen die meisten Besetzt-Plättchen, dann der am "
                "weitesten geschlossene Ring.",
            ),
            (
                "Two players sit at opposite corners; three leave one corner free. In the options "
                "any tile may be moved, or a position may come twice and is a draw the third time.",
                "Zu zweit sitzt man an gegenüberliegenden Ecken; zu dritt bleibt eine Ecke frei. "
                "In den Einzelheiten der Regeln lässt sich einstellen, dass man alle Plättchen "
                "ziehen darf oder dass erst die dritte Wiederholung ein Remis ist.",
            ),
        ),
    ),
)
