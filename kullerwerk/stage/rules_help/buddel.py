"""The rules of the mine carts in own words."""

from __future__ import annotations

from kullerwerk.stage.rules_help.section import Section

BUDDEL = (
    Section(
        ("Aim", "Ziel"),
        (
            (
                "Two mine carts bring moles of all players to the treasure chamber at the upper "
                "end. Who has most treasures when the last of the 20 is handed out wins.",
                "Zwei Loren bringen Maulwürfe aller Spieler zur Schatzkammer am oberen Ende. Wer "
                "die meisten Schätze hat, wenn der letzte von 20 verteilt ist, gewinnt.",
            ),
            (
                "Everybody has three moles. At the start they are seated one by one in the carts: "
                "with two players all three, with three or four two each; the others wait above "
                "ground.",
                "Alle haben drei Maulwürfe. Am Anfang werden sie einzeln in die Loren gesetzt: zu "
                "zweit alle drei, zu dritt und zu viert je zwei; die übrigen warten oben.",
            ),
        ),
    ),
    Section(
        ("A number is rolled", "Eine Zahl fällt"),
        (
            (
                "Pull one of the carts, also one without a mole of yours, by at most so many "
                "spaces along the rails: towards the chamber or sideways, never backwards and "
                "never over a space twice. At least one step has to be taken. Two carts never "
                "share a space, not even in passing.",
                "Ziehe eine der Loren, auch eine ohne eigenen Maulwurf, höchstens so viele Felder "
                "weit auf den Schienen: zur Kammer hin oder seitwärts, nie zurück und über kein "
                "Feld zweimal. Mindestens ein Schritt muss sein. Zwei Loren passen nicht auf ein "
                "Feld, auch nicht im Vorbeifahren.",
            ),
            (
                "A cart does not turn on the way. At the end it must make a quarter turn, to the "
                "right or to the left: so you choose which seat faces what.",
                "Unterwegs dreht sich eine Lore nicht. Am Ende muss sie eine Vierteldrehung "
                "machen, rechts oder links herum: so bestimmst du, welcher Sitz wohin zeigt.",
            ),
        ),
        ("turn",),
    ),
    Section(
        ("Goblins", "Kobolde"),
        (
            (
                "After the turn every goblin space beside the cart looks at the seat that faces "
                "it. Spaces that were only passed do nothing.",
                "Nach der Drehung schaut jedes Koboldfeld neben der Lore auf den Sitz, der zu ihm "
                "zeigt. Felder, an denen sie nur vorbeikam, tun nichts.",
            ),
            (
                "• A mole in the seat, nobody on the space: the mole is caught.\n"
                "• Nobody in the seat, a captive on the space: the captive gets in, whoever owns "
                "it.\n"
                "• A mole here and a captive there: they swap places.\n"
                "• Gorgan on the space: nothing happens there.",
                "• Ein Maulwurf im Sitz, niemand auf dem Feld: der Maulwurf ist gefangen.\n"
                "• Niemand im Sitz, ein Gefangener auf dem Feld: er steigt ein, gleich wem er "
                "gehört.\n"
                "• Hier ein Maulwurf, dort ein Gefangener: sie tauschen.\n"
                "• Wotan auf dem Feld: dort geschieht nichts.",
            ),
        ),
        ("goblin",),
    ),
    Section(
        ("Gorgan is rolled", "Wotan fällt"),
        (
            (
                "If one of your moles is captive, Gorgan frees it; of several you choose one. It "
                "takes any free seat of either cart, and Gorgan stays on the space. If no seat is "
                "free you get a treasure, and the mole is above ground again.",
                "Ist ein Maulwurf von dir gefangen, befreit Wotan einen deiner Wahl: er nimmt "
                "einen freien Sitz in einer der Loren, und Wotan bleibt auf dem Feld. Ist kein "
                "Sitz frei, bekommst du einen Schatz, und der Maulwurf ist wieder oben.",
            ),
            (
                "If none of yours is captive, Gorgan frees a mole of somebody else, if a seat is "
                "free, or stands on a goblin space without a captive and guards it.",
                "Ist keiner von dir gefangen, befreit Wotan den Maulwurf von jemand anders, wenn "
                "ein Sitz frei ist, oder er stellt sich auf ein Koboldfeld ohne Gefangenen und "
                "bewacht es.",
            ),
        ),
    ),
    Section(
        ("In the treasure chamber", "In der Schatzkammer"),
        (
            (
                "Entering ends the move; the number need not fit. After the quarter turn every "
                "mole in the cart gets a treasure, and the one at the front, towards the chamber, "
                "a second one.",
                "Der Zug endet mit dem Hineinfahren; die Zahl muss nicht passen. Nach der "
                "Vierteldrehung bekommt jeder Maulwurf in der Lore einen Schatz, der vordere, zur "
                "Kammer hin, einen zweiten.",
            ),
            (
                "If there are not enough left, one each is given to the front, left, right and "
                "rear seat, in this order. Left is the side of the miner's lamp.",
                "Reichen sie nicht mehr, bekommt je einen der Sitz vorn, links, rechts und hinten, "
                "in dieser Reihenfolge. Links ist die Seite mit der Grubenlampe.",
            ),
            (
                "Then the cart goes back to a free start space and the moles above ground get in, "
                "one by one: first the owner of the front mole, then clockwise.",
                "Dann kommt die Lore auf ein freies Startfeld, und die Maulwürfe von oben steigen "
                "ein, einer nach dem anderen: zuerst der Besitzer des vorderen, dann im "
                "Uhrzeigersinn.",
            ),
        ),
        ("chamber",),
    ),
    Section(
        ("Special cases and the end", "Sonderfälle und Ende"),
        (
            (
                "The game ends with the last treasure. Captive moles are worth nothing, equal "
                "numbers share the win. After 300 turns most treasures win.",
                "Das Spiel endet mit dem letzten Schatz. Gefangene zählen nichts, bei Gleichstand "
                "gewinnt man gemeinsam. Nach 300 Zügen gewinnen die meisten Schätze.",
            ),
            (
                "If neither cart can go a step the turn passes. Simplified game: the full number "
                "is taken wherever that is possible.",
                "Kann keine Lore einen Schritt tun, setzt man aus. Vereinfacht: es wird immer die "
                "volle Zahl gezogen, wo das möglich ist.",
            ),
        ),
    ),
)
