import type { Answer } from './program.ts';

/** A refusal in a line, such as "422 unknown_account on account_number"; it must say in words what is wrong, and where. */
export function refusal(answer: Answer): string {
  const [error, ...others] = answer.errors;
  if (answer.success || !error || others.length > 0 || answer.code !== answer.status) throw new Error(JSON.stringify(answer));
  const fields = Object.entries(error.validation_messages);
  const sentences = [error.errmsg, ...fields.flatMap(([, rules]) => Object.values(rules))];
  if (error.errttl === '' || sentences.some((sentence) => !/\w+ \w+/.test(sentence))) throw new Error(JSON.stringify(error));
  const places = fields.map(([field]) => field).join(', ');
  return `${answer.status} ${error.code}${places === '' ? '' : ` on ${places}`}`;
}
