/// The source data of one clause, from which its text is composed.
///
/// `latinWords` and `incipit` are the facts about the charter of 1215; `continuation` is our own wording, which
/// completes the sentence of the opening words grammatically.
package struct ClauseEntry: Hashable, Sendable {
    /// The clause's id in `clauses.json`: `preamble`, `1` … `63`.
    package let id: String
    /// The number of Latin words in the clause, including the opening words.
    package let latinWords: Int
    /// The opening words by which the clause is known.
    package let incipit: String
    /// Our own words after the opening words.
    package let continuation: String
    /// The ids of its categories.
    package let categories: [String]

    /// The clause's modern number; nil for the preamble.
    package var number: String? { id == "preamble" ? nil : id }

    private init(_ id: String, _ latinWords: Int, _ categories: String, _ incipit: String, _ continuation: String) {
        self.id = id
        self.latinWords = latinWords
        self.incipit = incipit
        self.continuation = continuation
        self.categories = categories.split(separator: " ").map(String.init)
    }
}

extension ClauseEntry {
    /// The preamble and the 63 clauses, in the order of the sheet.
    package static let all: [ClauseEntry] = [
        ClauseEntry(
            "preamble", 162, "peace", "Johannes Dei gratia rex Angliae dominus",
            "Hyberniae omnibus fidelibus suis per totum regnum Angliae constitutis salutem et pacem. "
                + "Noverit universitas vestra nos divino amore ductos et pro salute animarum parentum nostrorum "
                + "haec quae sequuntur ordinasse"),
        ClauseEntry(
            "1", 119, "church", "In primis concessisse Deo et hac",
            "praesenti pagina firmasse quod ecclesia Dei in regno nostro libertate sua gaudeat"),
        ClauseEntry(
            "2", 79, "land", "Si quis comitum vel baronum nostrorum",
            "viam universae carnis ingressus fuerit, haeres ejus terram paternam recipiat reddito prius "
                + "relevio quod ab antiquo statutum est"),
        ClauseEntry(
            "3", 24, "land", "Si autem haeres alicujus talium fuerit",
            "minoris aetatis, terram suam cum ad annos legitimos venerit quietam recipiat"),
        ClauseEntry(
            "4", 121, "land", "Custos terrae hujusmodi haeredis qui infra",
            "annos constitutus est terram illam in bono statu conservet"),
        ClauseEntry(
            "5", 49, "land", "Custos autem quamdiu custodiam terrae habuerit",
            "domos et sepes et cetera aedificia de proventibus ejusdem terrae reparet"),
        ClauseEntry(
            "6", 16, "land", "Haeredes maritentur absque disparagatione ita tamen",
            "ut amicis eorum et parentibus totum consilium prius notum fiat"),
        ClauseEntry(
            "7", 56, "women", "Vidua post mortem mariti sui statim",
            "recipiat ea quae ipsam jure contingunt, nec pro his aliquid solvere cogatur"),
        ClauseEntry(
            "8", 39, "women", "Nulla vidua distringatur ad se maritandum",
            "contra voluntatem suam quamdiu sola manere maluerit"),
        ClauseEntry(
            "9", 79, "money credit", "Nec nos nec ballivi nostri seisiemus",
            "possessionem alicujus ob pecuniam quam debet si aliunde solvere possit"),
        ClauseEntry(
            "10", 43, "credit", "Si quis mutuo ceperit aliquid a",
            "creditore et obierit antequam pecuniam illam persolverit, usura non currat super haeredem"),
        ClauseEntry(
            "11", 55, "credit women", "Et si quis moriatur et debitum",
            "persolvendum reliquerit, uxor ejus partem suam integre percipiat et liberis necessaria provideantur"),
        ClauseEntry(
            "12", 48, "money towns", "Nullum scutagium vel auxilium ponatur in",
            "terra nostra sine assensu eorum quorum consilio regnum regitur"),
        ClauseEntry(
            "13", 38, "towns trade", "Et civitas Londoniarum habeat omnes antiquas",
            "dignitates suas et quietancias infra muros et extra in terra et in aqua"),
        ClauseEntry(
            "14", 94, "money", "Et ad habendum commune consilium regni",
            "vocari faciemus magnates nostros per litteras sigillo nostro munitas"),
        ClauseEntry(
            "15", 40, "money", "Nos non concedemus de cetero alicui",
            "ut ab hominibus suis pecuniam exigat nisi ex causa justa et usitata"),
        ClauseEntry(
            "16", 17, "land", "Nullus distringatur ad faciendum majus servitium",
            "quam antecessores sui pro eodem tenemento facere solebant"),
        ClauseEntry(
            "17", 12, "justice", "Communia placita non sequantur curiam nostram",
            "sed locum habeant firmum et notum"),
        ClauseEntry(
            "18", 60, "justice", "Recognitiones de nova dissaisina de morte",
            "parentum in suo quaeque pago coram fidelibus nostris audiantur"),
        ClauseEntry(
            "19", 36, "justice", "Et si in die comitatus assisae",
            "praedictae finiri nequeant, remaneant ibidem milites et liberi homines qui ad judicium sufficiant"),
        ClauseEntry(
            "20", 54, "justice", "Liber homo non amercietur pro parvo",
            "excessu nisi juxta mensuram culpae suae et salva sibi vitae sustentatione"),
        ClauseEntry(
            "21", 15, "justice", "Comites et barones non amercientur nisi",
            "coram paribus suis et pro qualitate commissi sui tantum"),
        ClauseEntry(
            "22", 19, "church justice", "Nullus clericus amercietur de laico tenemento",
            "suo ultra id quod laici vicini ejus in simili causa solvere debent"),
        ClauseEntry(
            "23", 18, "towns", "Nec villa nec homo distringatur facere",
            "pontes novos super aquas ubi nullus antiquitus pons esse consuevit"),
        ClauseEntry(
            "24", 12, "justice officers", "Nullus vicecomes constabularius coronatores vel alii",
            "ministri nostri placita coronae judicare praesumant"),
        ClauseEntry(
            "25", 17, "money officers", "Omnes comitatus hundredi wapentakii et trethingii",
            "in eo statu permaneant quo ab antiquo esse solebant"),
        ClauseEntry(
            "26", 87, "money land", "Si aliquis tenens de nobis laicum",
            "feodum decesserit et nobis obligatus fuerit, bona ejus per visum proborum hominum aestimentur"),
        ClauseEntry(
            "27", 26, "money church", "Si aliquis liber homo intestatus decesserit",
            "res ejus per parentes et amicos sub testimonio ecclesiae dividantur"),
        ClauseEntry(
            "28", 25, "officers", "Nullus constabularius vel alius ballivus noster",
            "frumentum cujusquam tollat nisi pretium ejus in continenti persolverit"),
        ClauseEntry(
            "29", 56, "land officers", "Nullus constabularius distringat aliquem militem ad",
            "pecuniam solvendam pro castro muniendo si ipse vigilias suas facere voluerit"),
        ClauseEntry(
            "30", 24, "officers", "Nullus vicecomes vel ballivus noster vel",
            "quisquam alius carros hominum liberorum sumat nisi de eorum licentia"),
        ClauseEntry(
            "31", 22, "officers", "Nec nos nec ballivi nostri capiemus",
            "ligna aliena ad opera nostra nisi possessor eorum consenserit"),
        ClauseEntry(
            "32", 23, "land justice", "Nos non tenebimus terras illorum qui",
            "pro felonia damnati sunt ultra unius anni spatium, sed dominis feodi restituentur"),
        ClauseEntry(
            "33", 19, "trade", "Omnes kydelli de cetero deponantur penitus",
            "ab universis fluminibus regni ut naves libere transire possint"),
        ClauseEntry(
            "34", 19, "justice", "Breve quod vocatur Praecipe de cetero",
            "nemini detur per quod curia domini sui ei subtrahatur"),
        ClauseEntry(
            "35", 40, "trade", "Una mensura vini sit per totum",
            "regnum et eadem in omnibus foris et villis sine fraude servetur"),
        ClauseEntry(
            "36", 19, "justice", "Nihil detur vel capiatur de cetero",
            "pro litteris inquisitionis ubi de morte hominis agitur"),
        ClauseEntry(
            "37", 88, "land", "Si aliquis teneat de nobis per",
            "firmam vel aliud parvum servitium, custodiam haeredis ejus ea occasione non exigemus"),
        ClauseEntry(
            "38", 17, "justice officers", "Nullus ballivus ponat de cetero aliquem",
            "ad juramentum voce sua sola nisi testes fideles affuerint"),
        ClauseEntry(
            "39", 34, "justice", "Nullus liber homo capiatur vel imprisonetur",
            "nec bonis suis spolietur nec de terra sua ejiciatur nisi prius in judicio convictus fuerit"),
        ClauseEntry(
            "40", 9, "justice", "Nulli vendemus nulli negabimus aut differemus",
            "quod justum est"),
        ClauseEntry(
            "41", 99, "trade", "Omnes mercatores habeant salvum et securum",
            "iter per terram nostram ad emendum et vendendum merces suas sine injustis exactionibus"),
        ClauseEntry(
            "42", 53, "church trade", "Liceat unicuique de cetero exire de",
            "terra nostra et redire cum voluerit salva semper fide quam nobis debet"),
        ClauseEntry(
            "43", 57, "land", "Si quis tenuerit de aliqua escaeta",
            "quae in manum nostram devenit, haeres ejus non aliud servitium praestet quam priori domino "
                + "debebatur"),
        ClauseEntry(
            "44", 31, "forest", "Homines qui manent extra forestam non",
            "cogantur ad judices forestae venire nisi de proprio facto respondere debeant"),
        ClauseEntry(
            "45", 20, "officers", "Nos non faciemus justiciarios constabularios vicecomites",
            "vel alios ministros nisi viros discretos qui leges terrae noverint"),
        ClauseEntry(
            "46", 21, "church land", "Omnes barones qui fundaverunt abbatias unde",
            "cartas antiquas ostendere possunt earum curam vacante sede gerant"),
        ClauseEntry(
            "47", 23, "forest", "Omnes forestae quae afforestatae sunt tempore",
            "nostro communi terrae restituantur et metae earum amoveantur"),
        ClauseEntry(
            "48", 69, "forest", "Omnes malae consuetudines de forestis et",
            "saltibus et earum custodibus per viros juratos inquirantur et penitus aboleantur"),
        ClauseEntry(
            "49", 18, "peace", "Omnes obsides et cartas statim reddemus",
            "quae pro pace servanda in custodia nostra posita fuerunt"),
        ClauseEntry(
            "50", 48, "officers peace", "Nos amovebimus penitus de balliis parentes",
            "et clientes eorum qui commissa sibi officia male tractaverunt"),
        ClauseEntry(
            "51", 23, "officers peace", "Et statim post pacis reformationem amovebimus",
            "a finibus nostris milites conductos cum armis et equis suis"),
        ClauseEntry(
            "52", 129, "justice peace", "Si quis fuerit dissaisitus vel elongatus",
            "a possessione sua sine judicio, statim eam sibi restitui faciemus"),
        ClauseEntry(
            "53", 83, "forest justice", "Eundem autem respectum habebimus et eodem",
            "jure utemur in querelis de nemoribus quae tempore patris nostri clausa sunt"),
        ClauseEntry(
            "54", 13, "justice women", "Nullus capiatur nec imprisonetur propter appellum",
            "nisi femina de morte mariti sui queratur"),
        ClauseEntry(
            "55", 110, "justice peace", "Omnes fines qui injuste et contra",
            "consuetudinem patriae nobiscum facti sunt condonentur vel per arbitros emendentur"),
        ClauseEntry(
            "56", 66, "justice wales-scotland", "Si nos dissaisivimus vel elongavimus Walenses",
            "a terris suis, easdem eis secundum morem gentis suae restituemus"),
        ClauseEntry(
            "57", 87, "justice wales-scotland", "De omnibus autem illis de quibus",
            "Walensis aliquis apud nos queritur plenam inquisitionem fieri faciemus"),
        ClauseEntry(
            "58", 19, "wales-scotland peace", "Nos reddemus filium Lewelini statim et",
            "obsides ceteros e Wallia cum litteris foederis liberos dimittemus"),
        ClauseEntry(
            "59", 51, "wales-scotland", "Nos faciemus Alexandro regi Scottorum de",
            "querelis suis quantum rationi convenit sicut amico et vicino regi"),
        ClauseEntry(
            "60", 35, "peace", "Omnes autem istas consuetudines praedictas et",
            "jura quae populo nostro dedimus magnates quoque erga homines suos observent"),
        ClauseEntry(
            "61", 449, "peace", "Cum autem pro Deo et ad",
            "pacem regni confirmandam haec omnia dederimus, eligantur viri fideles qui ea tueantur et "
                + "observari faciant"),
        ClauseEntry(
            "62", 86, "peace", "Et omnes malas voluntates indignaciones et",
            "iras inter nos et homines nostros ortas ex animo remisimus"),
        ClauseEntry(
            "63", 95, "church peace", "Quare volumus et firmiter precipimus quod",
            "homines regni nostri has libertates in pace teneant et jure perpetuo possideant"),
    ]
}
