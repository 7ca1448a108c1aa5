import { useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { closingContract, type ClosingWallet } from '../contract.ts';
import { PayRest } from './PayRest.tsx';

const { calls } = closingContract;

/** What is left of a closed client, and paying it back to where it came from. */
export default function ClosingCase(props: CasePartProps) {
  const [thing = '', id = ''] = props.subject.split(':');
  return thing === 'closing' ? <Left client={id} onDone={props.onDone} /> : null;
}

interface LeftProps {
  readonly client: string;
  readonly onDone: () => void;
}

function Left({ client, onDone }: LeftProps) {
  const read = useRead(calls.look, { client_id: client });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
      {(left) => <Told client={client} left={left} onDone={onDone} />}
    </Loaded>
  );
}

type Act = 'empty' | 'sell_gold' | 'pay';

function Told({ client, left, onDone }: LeftProps & { readonly left: AnswerOf<typeof calls.look> }) {
  const { t, money } = useWords();
  const [chosen, setChosen] = useState<Act>();
  const { wallets, accounts, gold, cards } = left;
  return (
    <Stack>
      {accounts.length > 0 && (
        <Notice tone="note" title={t('closing.accounts')}>
          {accounts.map(({ number, balance, currency }) => `${number}: ${money(balance, currency)}`).join('; ')}
        </Notice>
      )}
      {wallets.map((wallet) => (
        <Wallet key={wallet.number} client={client} wallet={wallet} onDone={onDone} />
      ))}
      {gold && <Notice tone="note">{t('closing.gold', { free: gold.free, pledged: gold.pledged })}</Notice>}
      {cards.length > 0 && (
        <Notice
          tone="note"
          title={t('closing.cards')}
          action={
            <LinkButton look="plain" size="small" to={{ page: deskLinks.client, params: { id: Number(client) } }}>
              {t('closing.cards.look')}
            </LinkButton>
          }
        >
          {cards.map(({ currency, last_four: digits }) => `${currency} •••• ${digits ?? '····'}`).join('; ')}
        </Notice>
      )}
      {wallets.length === 0 && accounts.length === 0 && !gold && <p>{t('closing.none')}</p>}
      <div>
        {accounts.length > 0 && (
          <Button look="plain" onClick={() => setChosen('empty')}>
            {t('closing.empty')}
          </Button>
        )}
        {gold && (
          <Button look="plain" onClick={() => setChosen('sell_gold')}>
            {t('closing.sell_gold')}
          </Button>
        )}
        {wallets.some(({ lines }) => lines.length > 0) && <Button onClick={() => setChosen('pay')}>{t('closing.pay')}</Button>}
      </div>
      {chosen && <Decide client={client} act={chosen} onClose={() => setChosen(undefined)} onDone={onDone} />}
    </Stack>
  );
}

function Wallet({ client, wallet, onDone }: LeftProps & { readonly wallet: ClosingWallet }) {
  const { t, money } = useWords();
  const [isNaming, setIsNaming] = useState(false);
  const { number, currency, balance, lines, wayless, methods } = wallet;
  return (
    <section>
      <p>
        <strong>{t('closing.wallet', { number, amount: money(balance, currency) })}</strong>
      </p>
      <ul>
        {lines.map(({ way, to, amount, currency: paid, transfer_id: transfer }) => (
          <li key={`${transfer} ${amount}`}>
            {t(`closing.line.${way}`, { amount: money(amount, paid), to: to ?? `#${transfer}` })}
          </li>
        ))}
      </ul>
      {Number(wayless) > 0 && <p>{t('closing.wayless', { amount: money(wayless, currency) })}</p>}
      {Number(wayless) > 0 && methods.length > 0 && (
        <Button look="plain" onClick={() => setIsNaming(true)}>
          {t('closing.pay_rest')}
        </Button>
      )}
      {isNaming && <PayRest client={client} wallet={wallet} onClose={() => setIsNaming(false)} onDone={onDone} />}
    </section>
  );
}

interface DecideProps extends LeftProps {
  readonly act: Act;
  readonly onClose: () => void;
}

function Decide({ client, act, onClose, onDone }: DecideProps) {
  const { t } = useWords();
  const decide = useWrite(calls.decide);
  return (
    <ReasonDialog
      name={`closing/${client}/${act}`}
      title={t(`closing.${act}`)}
      verb={t(`closing.${act}`)}
      isDanger={false}
      fields={[]}
      onClose={onClose}
      act={async (reason) => {
        const { approval } = await decide.mutateAsync({ client_id: client, action: act, reason });
        showToast({ tone: 'gain', title: t(approval ? 'closing.asked' : 'closing.done') });
        onDone();
      }}
    >
      {() => <Notice tone={act === 'empty' ? 'warn' : 'note'}>{t(`closing.${act}.text`)}</Notice>}
    </ReasonDialog>
  );
}
