import { Button } from '../../../ui/components/Button.tsx';
import { Copyable } from '../../../ui/components/CopyButton.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { useWords } from '../../../ui/words/context.tsx';

/** A one-time link, and whose it is. Null where the answer was given before: a link is shown once. */
export interface MadeLink {
  readonly who: string;
  readonly link: string | null;
}

export function NewLink({ link: { who, link }, onClose }: { readonly link: MadeLink; readonly onClose: () => void }) {
  const { t } = useWords();
  return (
    <Notice
      tone={link === null ? 'warn' : 'gain'}
      title={t('staff.link.title', { who })}
      action={
        <Button look="plain" size="small" onClick={onClose}>
          {t('staff.link.done')}
        </Button>
      }
    >
      {t(link === null ? 'staff.link.gone' : 'staff.link.text')}
      {link !== null && (
        <p>
          <Copyable text={link} label={t('staff.link.copy')} />
        </p>
      )}
    </Notice>
  );
}
