import { useState } from 'react';
import type { DiligencePaper } from '../../../law/riskLevels.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Check, SelectField } from '../../../ui/components/Choice.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { riskContract, type RiskShown } from '../contract.ts';

type Request = NonNullable<RiskShown['request']>;

/** What the client was asked to send, how long they have, and what has followed. */
export function Requested({ request }: { readonly request: Request }) {
  const { t, date, dateTime } = useWords();
  const named = (papers: readonly DiligencePaper[]) => papers.map((paper) => t(`risk.desk.paper.${paper}`)).join(', ');
  const missing = request.papers.filter((paper) => !request.sent.includes(paper));
  const said = { papers: named(request.papers), by: request.asked_by, at: date(request.asked_at), due: date(request.due_at) };
  return (
    <Notice tone={request.restricted_at === null ? 'note' : 'warn'} title={t('risk.desk.request')}>
      <p>
        {missing.length === 0
          ? t('risk.desk.request.sent', said)
          : t('risk.desk.request.waits', { ...said, missing: named(missing) })}
      </p>
      {request.restricted_at !== null && (
        <p>{t('risk.desk.request.restricted', { at: dateTime(request.restricted_at), due: said.due })}</p>
      )}
      {request.escalated_at !== null && <p>{t('risk.desk.request.escalated', { at: date(request.asked_at) })}</p>}
    </Notice>
  );
}

interface DialogProps {
  readonly clientId: string;
  readonly onClose: () => void;
}

/** Of the level's papers, those that the client is to send; what is known to be missing is ticked. */
export function AskDialog({ clientId, risk, onClose }: DialogProps & { readonly risk: RiskShown }) {
  const { t } = useWords();
  const ask = useWrite(riskContract.calls.askPapers);
  const { papers } = risk.diligence;
  const missing = papers.filter(({ is_there: isThere }) => isThere === false).map(({ paper }) => paper);
  const [chosen, setChosen] = useState<readonly DiligencePaper[]>(missing);
  return (
    <ReasonDialog
      name={`risk/${clientId}/papers`}
      title={t('risk.desk.askPapers')}
      verb={t('risk.desk.askPapers')}
      refusal={chosen.length === 0 ? t('risk.desk.askPapers.choose') : undefined}
      onClose={onClose}
      act={async (reason) => {
        await ask.mutateAsync({ client_id: clientId, papers: [...chosen], reason });
        showToast({ tone: 'gain', title: t('risk.desk.askPapers.done') });
      }}
    >
      {() => (
        <>
          <p>{t('risk.desk.askPapers.text')}</p>
          {papers.map(({ paper }) => (
            <Check
              key={paper}
              name={paper}
              isChecked={chosen.includes(paper)}
              onChange={(isChosen) => setChosen(isChosen ? [...chosen, paper] : chosen.filter((each) => each !== paper))}
            >
              {t(`risk.desk.paper.${paper}`)}
            </Check>
          ))}
        </>
      )}
    </ReasonDialog>
  );
}

const dayChoices = [7, 14, 30, 60] as const;

export function MoreTimeDialog({ clientId, onClose }: DialogProps) {
  const { t } = useWords();
  const give = useWrite(riskContract.calls.moreTime);
  const [days, setDays] = useState<number>(14);
  return (
    <ReasonDialog
      name={`risk/${clientId}/time`}
      title={t('risk.desk.moreTime')}
      verb={t('risk.desk.moreTime')}
      onClose={onClose}
      act={async (reason) => {
        await give.mutateAsync({ client_id: clientId, days, reason });
        showToast({ tone: 'gain', title: t('risk.desk.moreTime.done') });
      }}
    >
      {() => (
        <>
          <p>{t('risk.desk.moreTime.text')}</p>
          <SelectField
            name="days"
            label={t('risk.desk.moreTime.days')}
            value={String(days)}
            options={dayChoices.map((each) => ({ value: String(each), label: String(each) }))}
            onChange={(event) => setDays(Number(event.target.value))}
          />
        </>
      )}
    </ReasonDialog>
  );
}
