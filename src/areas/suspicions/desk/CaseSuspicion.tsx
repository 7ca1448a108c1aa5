import { useState } from 'react';
import { Button } from '../../../ui/components/Button.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { RaiseDialog } from './RaiseDialog.tsx';

/** From a case: what it has shown, told to compliance. */
export default function CaseSuspicion({ id, clientId }: CasePartProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  if (clientId === null) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('suspicions.desk.raise')}
      </Button>
      {isOpen && (
        <RaiseDialog clientId={String(clientId)} known={{ about: 'case', id: String(id) }} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
