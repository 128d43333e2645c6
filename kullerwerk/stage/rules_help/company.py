"""The rules of the mole company in own words."""

from __future__ import annotations

from kullerwerk.stage.rules_help.section import Section

COMPANY = (
    Section(
        ("Aim", "Ziel"),
        (
            (
                "Four layers lie upon each other. Only moles that sit in the holes of a layer get "
                "to the next one. Who first moves a mole into the one hole of the lowest layer "
                "wins.",
                "Vier Schichten liegen übereinander. Nur Maulwürfe, die in den Löchern einer "
                "Schicht sitzen, kommen in die nächste. Wer zuerst einen Maulwurf in das eine "
                "Loch der untersten Schicht zieht, gewinnt.",
            ),
            (
                "The holes: 13 in the first layer, then 8, 4 and 1. With two players everybody has "
                "10 moles, with three 7, with four 6.",
                "Die Löcher: 13 in der ersten Schicht, dann 8, 4 und 1. Zu zweit hat man je 10 "
                "Maulwürfe, zu dritt 7, zu viert 6.",
            ),
        ),
    ),
    Section(
        ("The start", "Der Anfang"),
        (
            (
                "Everybody in turn puts a mole on a free crossing of the first layer until all "
                "stand. Holes stay free.",
                "Reihum stellt jeder einen Maulwurf auf eine freie Kreuzung der ersten Schicht, "
                "bis alle stehen. Die Löcher bleiben frei.",
            ),
        ),
    ),
    Section(
        ("A turn", "Ein Zug"),
        (
            (
                "Turn over one of your discs (1, 2, 2, 3, 3, 4) and move one of your moles exactly "
                "so far. When all six lie open they are turned face down again. Those that lie "
                "open tell what is still to come.",
                "Decke eine deiner Scheiben auf (1, 2, 2, 3, 3, 4) und ziehe einen deiner "
                "Maulwürfe genau so weit. Liegen alle sechs offen, werden sie wieder verdeckt. "
                "Was offen liegt, verrät, was noch kommt.",
            ),
            (
                "Moles go straight along a line, without a bend, in one of six directions, and "
                "end on a free crossing or in a free hole. They pass over empty holes, but never "
                "over other moles, also not over one in a hole.",
                "Maulwürfe ziehen gerade auf einer Linie, ohne Knick, in eine von sechs "
                "Richtungen, und enden auf einer freien Kreuzung oder in einem freien Loch. Sie "
                "gehen über leere Löcher hinweg, aber nie über andere Maulwürfe, auch nicht über "
                "einen im Loch.",
            ),
        ),
        ("line",),
    ),
    Section(
        ("You must move", "Zugzwang"),
        (
            (
                "Who can move must, even if a mole has to leave its hole. Only who has all moles "
                "in holes may pass, and decides so before a disc is turned over. If no mole can go "
                "so far, the turn is lost.",
                "Wer ziehen kann, muss, auch wenn dafür ein Maulwurf sein Loch verlässt. Nur wer "
                "alle Maulwürfe in Löchern hat, darf passen, und zwar bevor eine Scheibe "
                "aufgedeckt ist. Kann kein Maulwurf so weit ziehen, verfällt der Zug.",
            ),
        ),
    ),
    Section(
        ("A layer is full", "Eine Schicht ist voll"),
        (
            (
                "As soon as all its holes are taken the layer is lifted, together with all moles "
                "that stand on it: those are lost. The others stand on the next layer, which is "
                "turned by chance. Who has no mole left is out.",
                "Sobald alle Löcher besetzt sind, wird die Schicht abgehoben, mit allen "
                "Maulwürfen, die noch auf ihr stehen: die sind verloren. Die anderen stehen auf "
                "der nächsten Schicht, deren Drehung der Zufall bestimmt. Wer keinen Maulwurf "
                "mehr hat, scheidet aus.",
            ),
        ),
        ("lift",),
    ),
    Section(
        ("Special spaces and the last layer", "Sonderfelder und die letzte Schicht"),
        (
            (
                "From the second layer on there are special spaces. Who ends a move on one may "
                "turn over another disc and move any own mole by it; this further move may not end "
                "on a special space.",
                "Ab der zweiten Schicht gibt es Sonderfelder. Wer dort einen Zug beendet, darf "
                "noch eine Scheibe aufdecken und mit einem beliebigen eigenen Maulwurf ziehen; "
                "dieser weitere Zug darf nicht auf einem Sonderfeld enden.",
            ),
            (
                "Three solid and three dashed ways lead into the last hole. In a game for two only "
                "the solid ones lead into it; the dashed ones lead straight over it.",
                "In das letzte Loch führen drei durchgezogene und drei gestrichelte Wege. Zu zweit "
                "führen nur die durchgezogenen hinein; auf den gestrichelten geht es nur darüber "
                "hinweg.",
            ),
        ),
        ("ways",),
    ),
    Section(
        ("Special cases and the end", "Sonderfälle und Ende"),
        (
            (
                "The move that fills the last hole of a layer gives no further move. Who alone has "
                "moles left wins at once. If nothing has moved for a long time, all discs are "
                "turned face down; if that does not help, the layer is lifted as it is.",
                "Der Zug, der das letzte Loch einer Schicht füllt, gibt keinen weiteren Zug. Wer "
                "als einziger noch Maulwürfe hat, gewinnt sofort. Bewegt sich lange nichts, werden "
                "alle Scheiben verdeckt; hilft das nicht, wird die Schicht so abgehoben, wie sie "
                "ist.",
            ),
            (
                "After 400 turns the most moles win, then the most of them in holes. Tournament: "
                "two discs are turned over and one of them is kept.",
                "Nach 400 Zügen gewinnen die meisten Maulwürfe, dann die meisten in Löchern. "
                "Turnier: zwei Scheiben werden aufgedeckt, eine davon behält man.",
            ),
        ),
    ),
)
