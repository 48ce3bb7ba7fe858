// @ts-check
/** The texts of the editor, in French. */
export const phrases = {
    editor: "Éditeur",
    leave: "Quitter l’éditeur",
    undo: "Annuler",
    redo: "Rétablir",
    viewMode: "Voir",
    editMode: "Modifier",
    changes: "Modifications",
    saved: "Enregistré",
    saving: "Enregistrement…",
    offline: "Non enregistré : pas de connexion",
    expired: "Non enregistré : identifiez-vous à nouveau",
    conflict: "Modifié par d’autres",
    refused: "Refusé",
};
