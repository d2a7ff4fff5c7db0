// What select2 calls a text box has no name and takes no text; the combobox around it has one. So it is none.
function unname() {
    for (const text of document.querySelectorAll(".select2-selection__rendered[role=textbox]")) {
        text.removeAttribute("role");
        text.removeAttribute("aria-readonly");
    }
}

new MutationObserver(unname).observe(document, { childList: true, subtree: true });
