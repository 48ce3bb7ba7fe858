/// Charter formulae of our own wording, in the Latin of a thirteenth-century chancery.
///
/// Each is an adverbial, an ablative absolute or a complete sentence, so that any formula may follow any other without
/// breaking the grammar. None is a sentence of the charter of 1215.
enum Formulae {
    /// Formulae that suit every clause.
    static let general = [
        "sine dolo et malo ingenio",
        "salvo in omnibus jure nostro et haeredum nostrorum",
        "secundum rectas et antiquas regni consuetudines",
        "per visum proborum et legalium hominum de visneto",
        "ita quod nullus ei super hoc molestiam inferat",
        "nec volumus quod aliquis contra hanc concessionem nostram venire praesumat",
        "et si quid aliter factum fuerit pro nullo habeatur",
        "tam in villis quam extra villas",
        "in bosco et plano in viis et semitis",
        "in pratis et pascuis in aquis et molendinis",
        "libere et quiete plenarie et honorifice",
        "bene et in pace integre et inviolabiliter",
        "absque omni vexatione et gravamine",
        "sicut unquam aliquis antecessorum suorum melius tenuit",
        "quantum ad nos et haeredes nostros pertinet",
        "nisi de communi assensu et voluntate fiat",
        "et hoc omnibus ballivis nostris notum esse volumus",
        "prohibemus etiam ne quis inde in placitum ponatur",
        "donec inde plenius consilium habuerimus",
        "et quod semel concessum est nulla occasione revocetur",
        "infra quindecim dies postquam inde fuerimus requisiti",
        "coram justiciariis nostris vel coram fideli eorum attornato",
        "reddendo inde annuatim quod reddi consuevit",
        "pro omni servitio et exactione quae ad nos pertinet",
        "per manum ballivi sui et testimonio vicinorum",
        "sub testimonio fidelium qui praesentes adfuerunt",
        "et inde faciat quod de jure facere debet",
        "nec per nos nec per alium aliquid in contrarium procurabimus",
        "omni occasione et dilatione remota",
        "et sufficiat super hoc sacramentum duorum legalium hominum",
        "prout in rotulis nostris plenius continetur",
        "sive in dominico sive in servitio teneat",
        "et ne hoc in posterum vertatur in dubium scripto commendari fecimus",
        "volentes paci et tranquillitati omnium providere",
        "attendentes utilitatem regni et quietem subditorum",
        "ut firma et stabilis perseveret nostra concessio",
        "nec liceat alicui hominum eam temere infringere",
        "quicquid autem super hoc ordinatum fuerit ratum habebimus",
        "si vero aliquis contradixerit audiatur ratio ejus",
        "et qui convictus fuerit emendet secundum quantitatem delicti",
        "non obstante aliqua consuetudine quae contraria videatur",
        "exceptis his quae ad coronam nostram specialiter pertinent",
        "tam majores quam minores tam divites quam pauperes",
        "de quacumque terra vel dominio fuerint",
        "cum omnibus pertinentiis et libertatibus suis",
        "tam nobis absentibus quam praesentibus",
        "quandocumque et ubicumque opus fuerit",
        "et si forte absentes fuerimus capitalis justiciarius noster id faciat",
        "per litteras patentes sigillo nostro signatas",
        "nullo contradicente vel impediente",
        "et super his omnibus pacem firmam habeant",
        "propter Deum et pro salute animae nostrae",
        "quod si facere noluerint distringantur per catalla sua",
        "salva nobis et successoribus nostris debita reverentia",
        "ubi prius fieri solebat et non alibi",
        "certis diebus et locis ad hoc statutis",
        "et postea idem in pleno comitatu recitetur",
        "sicut rationabiliter monstrare poterit se debere",
        "juxta consilium prudentium virorum qui ad hoc vocati fuerint",
        "nec propter odium aut gratiam aliter fiat",
        "pretio sive prece nullatenus interveniente",
        "et quilibet in suo jure conservetur",
        "ne per longam moram jus suum amittat",
        "semper tamen salvo eo quod ante dictum est",
        "a die confectionis hujus scripti in antea",
        "et praeterea firmiter observari jubemus quod supra scriptum est",
        "usque ad finem termini inter eos statuti",
        "et postquam terminus ille transierit ad priorem statum omnia redeant",
        "quod nos bona fide promittimus observandum",
        "et hoc tactis sacrosanctis evangeliis juraverunt fideles nostri",
        "ipsi et haeredes eorum post eos",
        "secundum quod loci et temporis qualitas postulabit",
        "et idem de ceteris in simili casu constitutis intelligatur",
        "nec aliquid ultra exigatur ab eo vel ab hominibus suis",
        "per servitium quod inde fieri debet et consuevit",
        "prout melius viderint expedire",
        "omni appellatione et excusatione cessante",
        "ita ut nihil inde minuatur vel auferatur",
        "salvis etiam libertatibus quas prius habuerunt",
    ]

    /// Formulae for the clauses of a category, by the category's id.
    static let byCategory: [String: [String]] = [
        "church": [
            "salva ecclesiae suae dignitate et honore",
            "de consilio archiepiscoporum et episcoporum nostrorum",
            "ad laudem Dei et sanctae matris ecclesiae",
            "sicut canones et patrum instituta declarant",
            "ut servientes altari quiete Deo famulentur",
        ],
        "land": [
            "de feodo suo et de tota haereditate sua",
            "tam de terris quam de redditibus ad eam spectantibus",
            "infra metas et divisas ejusdem tenementi",
            "cum homagio et servitio quod inde debetur",
            "salvis dominis capitalibus servitiis suis",
        ],
        "women": [
            "tam de dote quam de maritagio suo",
            "cum rationabili parte bonorum quae viri sui fuerunt",
            "et in domo sua cum honore maneat",
        ],
        "money": [
            "nec aliquid nomine tallagii vel auxilii ab eo exigatur",
            "pro rata portione quae eum contingit",
            "computata inde ad scaccarium nostrum pecunia quam solvit",
            "et qui plus dederit quam debuit id recipiat",
        ],
        "credit": [
            "deducto prius eo quod creditori jam solutum est",
            "nec sors ipsa ultra modum augeatur",
            "plegiis interim in pace dimissis",
        ],
        "towns": [
            "infra libertatem civitatis et burgi",
            "tam burgenses quam ceteri ibidem commorantes",
            "sicut cives nostri hactenus habere consueverunt",
        ],
        "trade": [
            "tam per terram quam per mare cum mercibus suis",
            "in feriis et mercatis et portubus nostris",
            "per justa pondera et legales mensuras",
            "soluto tamen theloneo quod rectum et antiquum est",
        ],
        "justice": [
            "secundum judicium curiae suae et testimonium legalium virorum",
            "nec aliquis judicetur inauditus vel absens",
            "et qui querelam suam probare non poterit in misericordia remaneat",
            "per quatuor milites ad hoc electos et juratos",
            "audita utriusque partis ratione et probatione",
        ],
        "officers": [
            "et ballivus qui secus egerit ab officio removeatur",
            "sub poena restituendi duplum ei qui laesus est",
            "nisi speciale mandatum nostrum inde habuerit",
            "de ministerio suo nobis et populo responsurus",
        ],
        "forest": [
            "tam in riparia quam in saltu et warenna",
            "per custodes forestarum et viridarios suos",
            "salva nobis venatione nostra in dominicis boscis nostris",
        ],
        "wales-scotland": [
            "secundum leges et consuetudines gentis suae",
            "tam in marchia quam in finibus utriusque regni",
            "salva fide quam nobis debent et debere noscuntur",
        ],
        "peace": [
            "ut omnis dissensio de medio tollatur",
            "et pax reformata perpetuo vigeat",
            "remissa omni ira et rancore",
            "ut nemo hac occasione damnum vel periculum incurrat",
        ],
    ]

    /// Ends of sentences, by number of words: index 0 has those of one word, index 3 those of four.
    static let closings = [
        ["imperpetuum", "similiter", "inviolabiliter", "omnino"],
        ["bona fide", "sine dilatione", "in perpetuum", "absque mora"],
        ["sicut praedictum est", "temporibus in futuris", "salvo jure cujuslibet", "omni fraude remota"],
        ["prout superius dictum est", "sine aliqua contradictione nostra", "de gratia nostra speciali"],
    ]

    /// The passage that the scribe left out and added at the foot. It does not belong to the words of any clause.
    static let addedPassage = [
        "salvis tamen nobis et haeredibus nostris libertatibus quas antecessores nostri prius habuerunt et salvo jure "
            + "cujuslibet qui inde rationabiliter conqueri voluerit coram justiciariis nostris itinerantibus",
        "nec propter moram vel absentiam alicujus eorum pax ista minus firmiter teneatur sed omnia suprascripta "
            + "integre et fideliter observentur",
    ]

    /// The first attempt at the added passage, which was scraped off and written again beside it.
    static let erasedDraft = [
        "salvis tamen nobis et successoribus nostris libertatibus quas",
        "antecessores nostri prius habuerunt et de jure habere debent",
    ]

    /// A note at the foot, which was scraped off too.
    static let erasedNote = "lecta et examinata coram nobis"

    /// The writing on the back, which shows through.
    static let endorsement = ["Carta domini regis Johannis de", "libertatibus regni sui Angliae"]
}
