/* Makes and uses passkeys. A form with data-passkey asks the browser to "create" one or to "get" one, with the options
   that stand in the page or come from the form's address, and sends what the browser gives as `credential`. */
const able = window.PublicKeyCredential?.parseRequestOptionsFromJSON && navigator.credentials;
const REFUSED = "No key was used. Try again, or take another way.";

async function optionsOf(form) {
  const inPage = document.getElementById("passkey-options");
  if (inPage) return JSON.parse(inPage.textContent);
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error("The site did not answer. Try again in a while.");
  return answer.json();
}

async function create(form) {
  const { publicKey } = (await optionsOf(form)).creation_options;
  const alone = form.elements.passwordless?.checked ?? false;
  const selection = publicKey.authenticatorSelection;
  selection.residentKey = alone ? "required" : "discouraged";
  selection.requireResidentKey = alone;
  if (alone) selection.userVerification = "required";
  return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) });
}

async function get(form) {
  const { publicKey } = (await optionsOf(form)).request_options;
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const said = form.querySelector("[role=alert]:last-child");
  if (!able) said.textContent = "This browser cannot use passkeys.";
  form.addEventListener("submit", async event => {
    event.preventDefault();
    if (!able) return;
    said.textContent = "";
    try {
      form.elements.credential.value = JSON.stringify(await (form.dataset.passkey === "create" ? create : get)(form));
      form.submit();
    } catch (error) {
      said.textContent = error instanceof DOMException ? REFUSED : error.message;
    }
  });
  form.classList.add("ready");
}
