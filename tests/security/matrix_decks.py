"""The rows of the matrix for the deck builder. The saved deck and the one thrown away are the player's."""

from tests.security.row import Row

GAME = "decks/<slug:game>/"
SAVED = f"{GAME}mine/<int:pk>/"
FILE = f"{GAME}files/<str:file>"
HERE = "decks/scrap-knights/"
NOBODY = 10**30

OWNERS = "404 404 {} 404 404 404"
DONE, SEEN = OWNERS.format(303), OWNERS.format(302)
# Visitors and guests are led to an account of their own; the owner, and others who have one.
MEMBERS = "302 302 {0} 302 {1} 302"
PUBLIC, ONE = f"{GAME}public/", f"{GAME}public/<int:pk>/"
SAID, WHY, HIDE = {"name": "Chewer", "description": "Bite first."}, {"reason": "Rude."}, {"hide": "yes"}
DECK = {"act": ["slash", "stab"], "name": "Biter"}

ROWS = (
    Row("decks/", "GET", "200"),
    Row("decks/", "POST", "405"),
    Row(GAME, "GET", "200", path=f"{HERE}?act=slash&act=nonsuch&ult=test&q=cots:5&type=x&saved=x&match=x"),
    Row(GAME, "GET", "200", path=f"{HERE}?act=slash&saved={{deck}}"),
    Row(GAME, "GET", "302", path=f"{HERE}?add=acts:slash"),
    Row(GAME, "GET", "302", path=f"{HERE}?act=slash&drop=acts:"),
    Row(GAME, "GET", "400", path=f"{HERE}?{'act=slash&' * 61}"),
    Row(GAME, "GET", "404", path="decks/nothing/"),
    Row(GAME, "GET", "404", path="decks/scrapbots/"),
    Row(GAME, "POST", "405", path=HERE),
    Row(f"{GAME}built/", "GET", "200", path=f"{HERE}built/?act=slash&add=acts:stab"),
    Row(f"{GAME}built/", "GET", "404", path="decks/nothing/built/"),
    Row(f"{GAME}random/", "GET", "302", path=f"{HERE}random/"),
    Row(f"{GAME}random/", "GET", "404", path="decks/nothing/random/"),
    Row(f"{GAME}ready-made/", "GET", "200", path=f"{HERE}ready-made/"),
    Row(f"{GAME}ready-made/", "GET", "404", path="decks/nothing/ready-made/"),
    Row(f"{GAME}share/", "GET", "200", path=f"{HERE}share/?act=slash&name=Biter"),
    Row(f"{GAME}share/", "GET", "404", path="decks/nothing/share/"),
    Row(f"{GAME}compare/", "GET", "200", path=f"{HERE}compare/?act=slash&with-act=stab"),
    Row(f"{GAME}compare/", "GET", "200", path=f"{HERE}compare/?act=slash"),
    Row(f"{GAME}compare/", "GET", "302", path=f"{HERE}compare/?act=slash&link={HERE}share/?act=stab"),
    Row(f"{GAME}compare/", "GET", "422", path=f"{HERE}compare/?act=slash&link=nonsense"),
    Row(f"{GAME}compare/", "GET", "404", path="decks/nothing/compare/"),
    Row(f"{GAME}compare/", "POST", "405", path=f"{HERE}compare/"),
    Row(f"{GAME}list/", "GET", "200", path=f"{HERE}list/"),
    Row(f"{GAME}list/", "GET", "404", path="decks/nothing/list/"),
    Row(f"{GAME}list/", "POST", "302", path=f"{HERE}list/", data={"list": "1 Stab"}),
    Row(f"{GAME}list/", "POST", "422", path=f"{HERE}list/", data={"list": "1 Toaster"}),
    Row(f"{GAME}list.txt", "GET", "200", path=f"{HERE}list.txt?act=slash"),
    Row(f"{GAME}list.txt", "POST", "405", path=f"{HERE}list.txt?act=slash"),
    Row(f"{GAME}list.json", "GET", "200", path=f"{HERE}list.json?act=slash"),
    Row(f"{GAME}list.json", "POST", "405", path=f"{HERE}list.json?act=slash"),
    Row(f"{GAME}bring/", "GET", "200", path=f"{HERE}bring/?match=aaaaaaaaaa&seen=3"),
    Row(f"{GAME}bring/", "GET", "404", path=f"{HERE}bring/?match=../x"),
    Row(f"{GAME}bring/", "GET", "404", path=f"{HERE}bring/"),
    Row(f"{GAME}bring/", "POST", "405", path=f"{HERE}bring/?match=aaaaaaaaaa"),
    Row(FILE, "GET", "200", path=f"{HERE}files/cards.csv?act=slash"),
    Row(FILE, "GET", "303", path=f"{HERE}files/print-a4.pdf?act=slash"),
    Row(FILE, "GET", "404", path=f"{HERE}files/print-a4.pdf"),
    Row(FILE, "GET", "404", path=f"{HERE}files/print-a9.pdf?act=slash"),
    Row(f"{FILE}/progress/", "GET", "200", path=f"{HERE}files/print-a4.pdf/progress/?act=slash"),
    Row(f"{FILE}/progress/", "GET", "404", path=f"{HERE}files/cards.csv/progress/?act=slash"),
    Row(f"{FILE}/progress/", "POST", "303", path=f"{HERE}files/print-a4.pdf/progress/?act=slash"),
    Row(f"{FILE}/progress/", "POST", "404", path=f"{HERE}files/print-a4.pdf/progress/"),
    Row(f"{GAME}save/", "POST", "303", path=f"{HERE}save/", data=DECK),
    Row(f"{GAME}save/", "POST", "422", path=f"{HERE}save/"),
    Row(f"{GAME}save/", "POST", "422", path=f"{HERE}save/", data={"act": ["slash"] * 61}),
    Row(f"{GAME}save/", "POST", "404", path="decks/nothing/save/", data=DECK),
    Row(f"{GAME}save/", "GET", "405", path=f"{HERE}save/"),
    Row(f"{GAME}mine/", "GET", "200", path=f"{HERE}mine/"),
    Row(f"{GAME}mine/", "GET", "404", path="decks/nothing/mine/"),
    Row(f"{GAME}mine/", "POST", "405", path=f"{HERE}mine/"),
    Row(SAVED, "GET", SEEN, path=f"{HERE}mine/{{deck}}/"),
    Row(SAVED, "GET", "404", path=f"{HERE}mine/{{gone}}/"),
    Row(SAVED, "GET", "404", path=f"{HERE}mine/{NOBODY}/"),
    Row(SAVED, "POST", DONE, path=f"{HERE}mine/{{deck}}/", data=DECK),
    Row(SAVED, "POST", OWNERS.format(422), path=f"{HERE}mine/{{deck}}/"),
    Row(SAVED, "POST", "404", path=f"{HERE}mine/{{gone}}/", data=DECK),
    Row(f"{SAVED}publish/", "GET", MEMBERS.format(200, 404), path=f"{HERE}mine/{{whole}}/publish/"),
    Row(
        f"{SAVED}publish/", "POST", MEMBERS.format(303, 404), path=f"{HERE}mine/{{whole}}/publish/", data=SAID
    ),
    Row(
        f"{SAVED}publish/", "POST", MEMBERS.format(422, 404), path=f"{HERE}mine/{{deck}}/publish/", data=SAID
    ),
    Row(
        f"{SAVED}publish/", "POST", MEMBERS.format(404, 404), path=f"{HERE}mine/{{gone}}/publish/", data=SAID
    ),
    Row(PUBLIC, "GET", "200", path=f"{HERE}public/?order=liked&edition=b.0.0&page=2"),
    Row(PUBLIC, "GET", "404", path="decks/nothing/public/"),
    Row(PUBLIC, "POST", "405", path=f"{HERE}public/"),
    Row(ONE, "GET", "200", path=f"{HERE}public/{{public}}/"),
    Row(ONE, "GET", "404", path=f"{HERE}public/{NOBODY}/"),
    Row(ONE, "POST", "405", path=f"{HERE}public/{{public}}/"),
    Row(f"{ONE}describe/", "GET", MEMBERS.format(200, 404), path=f"{HERE}public/{{public}}/describe/"),
    Row(
        f"{ONE}describe/",
        "POST",
        MEMBERS.format(303, 404),
        path=f"{HERE}public/{{public}}/describe/",
        data=SAID,
    ),
    Row(f"{ONE}describe/", "POST", MEMBERS.format(422, 404), path=f"{HERE}public/{{public}}/describe/"),
    Row(f"{ONE}withdraw/", "POST", MEMBERS.format(303, 404), path=f"{HERE}public/{{public}}/withdraw/"),
    Row(f"{ONE}withdraw/", "GET", "405", path=f"{HERE}public/{{public}}/withdraw/"),
    Row(f"{ONE}like/", "POST", MEMBERS.format(422, 303), path=f"{HERE}public/{{public}}/like/"),
    Row(f"{ONE}like/", "POST", MEMBERS.format(404, 404), path=f"{HERE}public/{NOBODY}/like/"),
    Row(f"{ONE}like/", "GET", "405", path=f"{HERE}public/{{public}}/like/"),
    Row(f"{ONE}report/", "GET", MEMBERS.format(200, 200), path=f"{HERE}public/{{public}}/report/"),
    Row(f"{ONE}report/", "POST", MEMBERS.format(422, 303), path=f"{HERE}public/{{public}}/report/", data=WHY),
    Row(f"{ONE}report/", "POST", MEMBERS.format(422, 422), path=f"{HERE}public/{{public}}/report/"),
    Row(
        f"{ONE}moderate/",
        "POST",
        "404",
        path=f"{HERE}public/{{public}}/moderate/",
        staff="404 303",
        data=HIDE,
    ),
    Row(f"{ONE}moderate/", "POST", "404", path=f"{HERE}public/{NOBODY}/moderate/", staff="404"),
    Row(f"{ONE}moderate/", "GET", "405", path=f"{HERE}public/{{public}}/moderate/"),
    Row("decks/reports/", "GET", "404", staff="404 200"),
    Row("decks/reports/", "POST", "405"),
    Row(f"{SAVED}rename/", "POST", DONE, path=f"{HERE}mine/{{deck}}/rename/", data={"name": "Chewer"}),
    Row(f"{SAVED}rename/", "POST", OWNERS.format(422), path=f"{HERE}mine/{{deck}}/rename/"),
    Row(f"{SAVED}rename/", "POST", "404", path=f"{HERE}mine/{NOBODY}/rename/", data={"name": "Chewer"}),
    Row(f"{SAVED}rename/", "GET", "405", path=f"{HERE}mine/{{deck}}/rename/"),
    Row(f"{SAVED}delete/", "POST", DONE, path=f"{HERE}mine/{{deck}}/delete/"),
    Row(f"{SAVED}delete/", "POST", "404", path=f"{HERE}mine/{{gone}}/delete/"),
    Row(f"{SAVED}delete/", "POST", "404", path=f"{HERE}mine/{NOBODY}/delete/"),
    Row(f"{SAVED}delete/", "GET", "405", path=f"{HERE}mine/{{deck}}/delete/"),
    Row(f"{SAVED}restore/", "POST", DONE, path=f"{HERE}mine/{{gone}}/restore/"),
    Row(f"{SAVED}restore/", "POST", "404", path=f"{HERE}mine/{{deck}}/restore/"),
    Row(f"{SAVED}restore/", "POST", "404", path=f"{HERE}mine/{NOBODY}/restore/"),
    Row(f"{SAVED}restore/", "GET", "405", path=f"{HERE}mine/{{gone}}/restore/"),
)
