import { chooseAnswer, isLocked, readAnswers, shownQuestions, type Question } from '../../base/questions.ts';
import { Choice } from './Choice.tsx';
import { FieldError } from './Field.tsx';
import styles from './QuestionsField.module.css';

export interface QuestionsFieldProps {
  readonly name: string;
  readonly label: string;
  readonly questions: readonly Question[];
  /** The ids of the answers, with commas between. */
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Questions of a test, one answer each; what an answer gives for other questions is locked there. */
export default function QuestionsField({ name, label, questions, value, error, onChange }: QuestionsFieldProps) {
  const chosen = readAnswers(value);
  return (
    <div className={styles.questions} role="group" aria-label={label}>
      <FieldError id={`${name}-error`} error={error} />
      {shownQuestions(questions, chosen).map(({ id, text, answers }, index) => {
        const answered = answers.find((answer) => chosen.includes(answer.id));
        return (
          <Choice
            key={id}
            name={`${name}-${id}`}
            label={`${index + 1}. ${text}`}
            value={answered === undefined ? undefined : String(answered.id)}
            options={answers.map((answer) => ({
              value: String(answer.id),
              label: answer.text,
              isDisabled: isLocked(questions, chosen, answer.id),
            }))}
            error={answered === undefined ? error : undefined}
            onChange={(picked) => onChange(chooseAnswer(questions, chosen, Number(picked)).join(','))}
          />
        );
      })}
    </div>
  );
}
