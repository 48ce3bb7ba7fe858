// @ts-check
/** The texts of the editor, in English. */
export const phrases = {
    editor: "Editor",
    leave: "Leave the editor",
    undo: "Undo",
    redo: "Redo",
    viewMode: "View",
    editMode: "Edit",
    changes: "Changes",
    saved: "Saved",
    saving: "Saving …",
    offline: "Not saved: no connection",
    expired: "Not saved: sign in again",
    conflict: "Changed by others",
    refused: "Not accepted",
};
