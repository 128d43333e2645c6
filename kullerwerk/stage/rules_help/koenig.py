"""The rules of the race of the towers in own words."""

from __future__ import annotations

from kullerwerk.stage.rules_help.section import Section

KOENIG = (
    Section(
        ("Aim", "Ziel"),
        (
            (
                "Your tower spits its die onto the table and follows it. Who is first to go round "
                "all half-spheres in the right order and to bring the die wholly over the finish "
                "line wins.",
                "Dein Turm spuckt seinen Würfel auf den Tisch und folgt ihm. Wer zuerst alle "
                "Halbkugeln in der richtigen Reihenfolge umrundet und den Würfel ganz über die "
                "Ziellinie bringt, gewinnt.",
            ),
        ),
    ),
    Section(
        ("A turn", "Ein Zug"),
        (
            (
                "In your first turn put your tower into the start box, looking anywhere. The "
                "lowest start number begins, and the order never changes.",
                "In deinem ersten Zug stellst du deinen Turm in das Startfeld, Blickrichtung frei. "
                "Die kleinste Startnummer beginnt, und die Reihenfolge ändert sich nie.",
            ),
            (
                "1. You may place your blocker: anywhere on the table where it overlaps nothing. "
                "The die bounces off it, and may shove a small one aside.",
                "1. Du darfst deinen Blocker setzen: überall auf dem Tisch, wo er nichts "
                "überdeckt. Der Würfel prallt von ihm ab und schiebt einen kleinen vielleicht weg.",
            ),
            (
                "2. Pull the hat. The die rolls down the ramp and out of the mouth. How fast you "
                "pull and how far you slip sideways goes into the throw.",
                "2. Zieh den Hut. Der Würfel rollt die Rampe hinab und aus dem Maul. Wie schnell "
                "du ziehst und wie weit du seitlich abrutschst, geht in den Wurf ein.",
            ),
            (
                "3. Put your tower to the die, its snout touching it. So it stands for your next "
                "throw: it cannot be turned before that. You must go there even if you dislike "
                "the place.",
                "3. Stelle deinen Turm an den Würfel, so dass seine Schnauze ihn berührt. So steht "
                "er beim nächsten Wurf: vorher lässt er sich nicht drehen. Hin musst du auch, wenn "
                "dir der Platz nicht gefällt.",
            ),
        ),
        ("throw", "contact"),
    ),
    Section(
        ("What counts as going round", "Was als Umrunden zählt"),
        (
            (
                "Every half-sphere has a ray to the edge of the table. The rays are to be crossed "
                "one after another, in the direction of their arrows; the last one is the gate. "
                "What counts is the way of the die, not of the tower.",
                "Jede Halbkugel hat einen Strahl zur Tischkante. Die Strahlen müssen der Reihe "
                "nach gekreuzt werden, in Richtung ihrer Pfeile; der letzte ist das Tor. Es zählt "
                "der Weg des Würfels, nicht der des Turms.",
            ),
            (
                "Crossing a ray backwards takes it away again. A ray that is not yet due counts "
                "nothing.",
                "Wer einen Strahl rückwärts kreuzt, verliert ihn wieder. Ein Strahl, der noch "
                "nicht an der Reihe ist, zählt nicht.",
            ),
        ),
        ("ray",),
    ),
    Section(
        ("When the tower stays", "Wann der Turm stehen bleibt"),
        (
            (
                "• The die has fallen off the table.\n"
                "• It did not come out of the mouth, or fell out at the back.\n"
                "• There is no place at the die where the tower would touch nothing else.",
                "• Der Würfel ist vom Tisch gefallen.\n"
                "• Er kam nicht aus dem Maul oder fiel hinten heraus.\n"
                "• Am Würfel ist kein Platz, an dem der Turm sonst nichts berührt.",
            ),
            (
                "Such a throw adds nothing to your way, and there is no second attempt.",
                "Ein solcher Wurf bringt dich nicht weiter, und es gibt keinen zweiten Versuch.",
            ),
        ),
    ),
    Section(
        ("The finish", "Das Ziel"),
        (
            (
                "All rays done, through between the posts, and the die at rest wholly beyond the "
                "line: you have won at once. A die that rolls back over the line, or off the "
                "table, has not finished.",
                "Alle Strahlen erledigt, zwischen den Pfosten hindurch, und der Würfel liegt ganz "
                "hinter der Linie: sofort gewonnen. Ein Würfel, der über die Linie zurück oder "
                "vom Tisch rollt, ist nicht im Ziel.",
            ),
            (
                "After 60 rounds (200 in the pro game) the one with most rays wins, then the one "
                "nearest to the next ray.",
                "Nach 60 Runden (im Profispiel 200) gewinnt, wer die meisten Strahlen hat, dann "
                "wer dem nächsten am nächsten ist.",
            ),
        ),
    ),
    Section(
        ("The pro game: parts and numbers", "Das Profispiel: Teile und Zahlen"),
        (
            (
                "First the parts are drafted: from each of the six groups (tower, die, face, hat, "
                "blocker, selection card) everybody takes one. Who chooses last chooses twice, and "
                "then the order turns round. The face has the start number, the selection card the "
                "number of action cards.",
                "Zuerst werden die Teile ausgesucht: aus jeder der sechs Gruppen (Turm, Würfel, "
                "Gesicht, Hut, Blocker, Auswahlkarte) nimmt jeder eines. Wer zuletzt wählt, wählt "
                "zweimal, dann geht es rückwärts weiter. Auf dem Gesicht steht die Startnummer, "
                "auf der Auswahlkarte die Zahl der Aktionskarten.",
            ),
            (
                "The tower may only follow if the number that the die shows is on your hat. "
                "Otherwise it stays, also behind the finish line.",
                "Der Turm darf nur folgen, wenn die gewürfelte Zahl auf deinem Hut steht. Sonst "
                "bleibt er stehen, auch hinter der Ziellinie.",
            ),
        ),
        ("hat",),
    ),
    Section(
        ("The pro game: action cards", "Das Profispiel: Aktionskarten"),
        (
            (
                "Cards are asked for before a throw, after it, and before a finish counts. "
                "Everybody may play as many as fit; when all pass in a row it goes on. Of "
                "cards about numbers the last one counts.",
                "Nach Karten wird vor einem Wurf gefragt, danach und bevor ein Zieleinlauf gilt. "
                "Jeder darf so viele spielen, wie passen; wenn alle nacheinander passen, geht es "
                "weiter. Von Karten über Zahlen gilt die letzte.",
            ),
            (
                "• For yourself: every number counts; a wholly new attempt.\n"
                "• Against others: only 1 and 2 count; no blocker; no throw in this turn.\n"
                "• For all: one card of somebody else is void for good.",
                "• Für dich: jede Zahl gilt; ein ganz neuer Versuch.\n"
                "• Gegen andere: nur 1 und 2 gelten; kein Blocker; kein Wurf in diesem Zug.\n"
                "• Für alle: eine Karte von jemand anders gilt nicht mehr.",
            ),
            (
                "Cards are secret. With several people at one screen the window hides them and "
                "asks whose turn it is to look.",
                "Karten sind geheim. Sitzen mehrere vor einem Bildschirm, verdeckt das Fenster sie "
                "und fragt, wer schauen darf.",
            ),
        ),
    ),
)
