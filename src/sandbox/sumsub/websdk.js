// The vendor's page in the frame, by the messages of its public package (@sumsub/websdk): it says that it is ready, is given a
// token, and tells the page around it of each step. What it knows of the applicant it asks its own server.
const frameId = new URLSearchParams(location.search).get('_') ?? '';
const sessionId = crypto.randomUUID();
const step = document.getElementById('step');
let token = '';
let known = {};
const onPaper = {};

const tell = (method, facts = {}) => parent.postMessage({ ...facts, method, frameId, sessionId }, '*');
const common = () => ({ applicantId: known.applicantId, levelName: known.levelName });

addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data !== 'object' || data === null) return;
  if (data.method !== 'idCheck.init' && data.method !== 'idCheck.updateAccessToken') return;
  if (typeof data.accessToken !== 'string') return;
  token = data.accessToken;
  if (data.method === 'idCheck.init') tell('idCheck.onInitialized');
  void ask({}).then(show);
});

new ResizeObserver(() => tell('idCheck.onResize', { height: document.documentElement.scrollHeight })).observe(document.body);
tell('idCheck.onReady');

/** Asks the vendor's server; undefined when the token has run out, of which the page around is told. */
async function ask(body) {
  const answer = await fetch('/websdk/check', { method: 'POST', body: JSON.stringify({ token, ...body }) });
  if (answer.status === 401) {
    tell('idCheck.onError', { code: 'invalid-token', error: 'The token has run out' });
    return undefined;
  }
  known = await answer.json();
  return known;
}

function show(state) {
  if (state === undefined) return;
  tell('idCheck.onApplicantLoaded', common());
  const { reviewStatus, reviewResult: result } = state;
  if (reviewStatus === 'init') return person();
  if (reviewStatus !== 'completed') return waiting();
  if (result.reviewAnswer === 'GREEN') return say('You are verified', 'Nothing more is needed here.');
  if (result.reviewRejectType === 'FINAL') return say('We could not verify you', 'Your broker will write to you.');
  say('Please send it again', result.moderationComment);
  act('Send again', person, 'primary');
}

function person() {
  const { firstName = '', lastName = '', dob = '' } = known.typed;
  const form = document.createElement('form');
  const fields = [
    ['firstName', 'First name on the document', firstName],
    ['lastName', 'Last name on the document', lastName],
    ['dob', 'Date of birth on the document', dob],
  ].map(([name, label, value]) => {
    const type = name === 'dob' ? 'date' : 'text';
    const input = Object.assign(document.createElement('input'), { name, type, value, required: true, autocomplete: 'off' });
    const line = document.createElement('label');
    line.append(label, input);
    return line;
  });
  form.append(
    ...fields,
    Object.assign(document.createElement('button'), { className: 'primary', textContent: 'Use the sample document' }),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    Object.assign(onPaper, Object.fromEntries(new FormData(form)));
    tell('idCheck.onStepCompleted', { ...common(), idDocSetType: 'IDENTITY' });
    if (known.asksResidence) residence();
    else void submit();
  });
  say('Proof of identity', 'Say what stands on the sample document. Another name is found out.');
  step.append(form);
}

function residence() {
  say('Proof of residence', 'A bill or a bank statement with the address on it.');
  act('Use the sample bill', () => void submit('PROOF_OF_RESIDENCE'), 'primary');
}

async function submit(set) {
  if (set !== undefined) tell('idCheck.onStepCompleted', { ...common(), idDocSetType: set });
  const isAgain = known.reviewStatus === 'completed';
  const state = await ask({ act: 'submit', ...onPaper });
  if (state === undefined) return;
  tell(isAgain ? 'idCheck.onApplicantResubmitted' : 'idCheck.onApplicantSubmitted', common());
  waiting();
}

function waiting() {
  say('Your documents are being checked', 'In the sandbox you decide:');
  act('Approve', () => void decide('approve'), 'primary');
  act('Ask for better pictures', () => void decide('retry'));
  act('Reject', () => void decide('reject'));
}

async function decide(how) {
  const state = await ask({ act: how });
  if (state === undefined) return;
  const { reviewStatus, reviewResult } = state;
  tell('idCheck.onApplicantStatusChanged', { ...common(), reviewStatus, reviewResult });
  show(state);
}

function say(title, text) {
  const head = Object.assign(document.createElement('h1'), { textContent: title });
  step.replaceChildren(head, Object.assign(document.createElement('p'), { textContent: text }));
}

function act(label, work, look = '') {
  const choices = step.querySelector('.choices') ?? Object.assign(document.createElement('div'), { className: 'choices' });
  const button = Object.assign(document.createElement('button'), { type: 'button', className: look, textContent: label });
  button.addEventListener('click', () => {
    for (const each of step.querySelectorAll('button')) each.disabled = true;
    work();
  });
  choices.append(button);
  step.append(choices);
}
