"""The rules of the marble hill in own words."""

from __future__ import annotations

from kullerwerk.stage.rules_help.section import Section

KULLERN = (
    Section(
        ("Aim", "Ziel"),
        (
            (
                "Your marmots climb the hill along the yellow path, from the mouse with the flag "
                "up to the deck chairs. Who first has both there wins. Two players have four "
                "marmots each and need three of them there.",
                "Deine Murmeltiere steigen auf dem gelben Weg den Hügel hinauf, von der Maus mit "
                "der Fahne bis zu den Liegestühlen. Wer zuerst beide dort hat, gewinnt. Zu zweit "
                "hat man je vier Murmeltiere und braucht drei davon oben.",
            ),
        ),
    ),
    Section(
        ("Dropping marbles", "Murmeln einwerfen"),
        (
            (
                "Drop three marbles, one after another, into hatches of your choice. Every marble "
                "that comes out of the hut in these drops is a step, also one that was knocked "
                "free. Where it ends does not matter. A marble that stays in the hut is none.",
                "Wirf drei Murmeln ein, eine nach der anderen, in Luken deiner Wahl. Jede, die "
                "dabei aus der Hütte kommt, ist ein Schritt, auch eine, die losgestoßen wurde. Wo "
                "sie liegen bleibt, ist gleich. Eine, die in der Hütte bleibt, zählt nicht.",
            ),
        ),
        ("hatches",),
    ),
    Section(
        ("Walking", "Laufen"),
        (
            (
                "Then one of your marmots walks: the steps from the drops, and one more for each "
                "marble that lies in front of it. A marmot stops the marbles of its lane.",
                "Dann läuft eines deiner Murmeltiere: die Schritte aus den Würfen und noch einen "
                "für jede Murmel, die vor ihm liegt. Ein Murmeltier hält die Murmeln seiner Bahn "
                "auf.",
            ),
            (
                "Spaces with other marmots are jumped and not counted. All steps must be walked; "
                "only in a deck chair the rest lapses. When a marmot leaves, its marbles roll on.",
                "Felder mit anderen Murmeltieren werden übersprungen und nicht gezählt. Alle "
                "Schritte müssen gegangen werden; nur im Liegestuhl verfällt der Rest. Läuft ein "
                "Murmeltier los, rollen seine Murmeln weiter.",
            ),
        ),
        ("infront",),
    ),
    Section(
        ("Alarm", "Alarm"),
        (
            (
                "If the walk enters or passes a free space with a red horn, there is an alarm "
                "after it: the slider of the hut goes to the other side and all marbles in it roll "
                "out. Several horns give one alarm, and its marbles give nobody steps.",
                "Betritt oder überläuft der Weg ein freies Feld mit rotem Horn, gibt es danach "
                "Alarm: der Schieber der Hütte geht auf die andere Seite, und alle Murmeln darin "
                "rollen heraus. Mehrere Hörner geben einen Alarm, und seine Murmeln bringen "
                "niemandem Schritte.",
            ),
        ),
        ("horn",),
    ),
    Section(
        ("Fright", "Schreck"),
        (
            (
                "A marmot holds three marbles at most. With a fourth it loses them all and goes "
                "back to the next free space with a stone, or to the start. This is so in every "
                "turn, not only in its owner's. If several are frightened the foremost goes first.",
                "Ein Murmeltier hält höchstens drei Murmeln. Bei der vierten verliert es alle und "
                "muss zurück auf das nächste freie Feld mit einem Stein oder zum Start. Das gilt "
                "in jedem Zug, nicht nur im eigenen. Erschrecken mehrere, geht das vorderste "
                "zuerst.",
            ),
            (
                "There is no alarm on the way back.",
                "Auf dem Rückweg gibt es keinen Alarm.",
            ),
        ),
        ("fright",),
    ),
    Section(
        ("For children", "Für Kinder"),
        (
            (
                "In the game for children there are no horns and no frights. A marmot that a "
                "rolling marble touches goes a step at once, whoever owns it. A marble that stays "
                "in the hut pushes the slider at once.",
                "Im Spiel für Kinder gibt es weder Hörner noch Schreck. Ein Murmeltier, das eine "
                "rollende Murmel berührt, geht sofort einen Schritt, gleich wem es gehört. Bleibt "
                "eine Murmel in der Hütte, geht sofort der Schieber um.",
            ),
            (
                "If none of your own marmots has walked after three marbles, one may take a step. "
                "The first marmot in a deck chair wins for its owner.",
                "Ist nach drei Murmeln keines deiner Murmeltiere gelaufen, darf eines einen "
                "Schritt gehen. Das erste Murmeltier im Liegestuhl gewinnt für seinen Besitzer.",
            ),
        ),
    ),
    Section(
        ("Special cases and the end", "Sonderfälle und Ende"),
        (
            (
                "If a marble is to be dropped and the hollow below is empty, there is an alarm at "
                "once. If still none comes down you walk with the steps you have.",
                "Soll eine Murmel eingeworfen werden und die Mulde unten ist leer, gibt es sofort "
                "Alarm. Kommt auch dann keine herunter, läufst du mit den Schritten, die du hast.",
            ),
            (
                "A horn under another marmot is silent. A walk that wins gives no alarm. After 200 "
                "turns the farthest marmots win.",
                "Ein Horn unter einem anderen Murmeltier schweigt. Wer mit seinem Weg gewinnt, "
                "löst keinen Alarm aus. Nach 200 Zügen gewinnen die weitesten Murmeltiere.",
            ),
        ),
    ),
)
