import type { FormSpec } from '../../protocol/form.ts';
import { Button } from '../components/Button.tsx';
import { useWords } from '../words/context.tsx';
import styles from './FormPages.module.css';
import type { Form } from './useForm.ts';

/** How far one is in a form with pages, and what the open one asks. */
export function FormProgress<Declared extends FormSpec>({ form: { page } }: { readonly form: Form<Declared> }) {
  const { t } = useWords();
  return (
    <div className={styles.progress}>
      <p className={styles.step}>{t('ui.form.page', { page: page.index + 1, pages: page.count })}</p>
      <div className={styles.bars} aria-hidden="true">
        {Array.from({ length: page.count }, (_none, index) => (
          <span key={index} className={styles.bar} data-done={index <= page.index || undefined} />
        ))}
      </div>
      {page.title !== undefined && <h2 className={styles.title}>{t(page.title)}</h2>}
    </div>
  );
}

interface FormActionsProps<Declared extends FormSpec> {
  readonly form: Form<Declared>;
  /** What the button of the last page does. */
  readonly verb: string;
  /** Why the last page cannot be sent as it stands. */
  readonly refusal?: string | undefined;
}

/** The buttons under a page: back with all that was typed, and on to the next or to sending it. */
export function FormActions<Declared extends FormSpec>({ form, verb, refusal }: FormActionsProps<Declared>) {
  const { t } = useWords();
  const { page, isBusy } = form;
  return (
    <div className={styles.actions}>
      {page.index > 0 && (
        <Button look="plain" onClick={page.back}>
          {t('ui.form.back')}
        </Button>
      )}
      <Button type="submit" isBusy={isBusy} refusal={page.isLast ? refusal : undefined}>
        {page.isLast ? verb : t('ui.form.next')}
      </Button>
    </div>
  );
}
