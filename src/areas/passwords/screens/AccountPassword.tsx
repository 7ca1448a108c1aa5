import { useClient } from '../../../ui/api/context.tsx';
import { CallFailure } from '../../../ui/api/failure.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Card, ScreenHead } from '../../../ui/components/Card.tsx';
import { DemoMark } from '../../../ui/components/DemoMark.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { passwordsContract, type ChangeableAccount } from '../contract.ts';
import { methodsOf } from '../rules.ts';
import { hasEndedPin, PinWizard } from './PinWizard.tsx';

const { calls, forms, pages } = passwordsContract;
const draftOf = (account: number): string => ['accountPassword', account].join('.');

/** Document 3 §2: new passwords for a trading account; afterwards back to the account's page. */
export default function AccountPassword({ params }: ScreenProps<typeof pages.account>) {
  const { t } = useWords();
  useTitle(`${t('passwords.trading.title')} · ${params.id}`);
  const read = useRead(calls.accounts, {});
  return (
    <>
      <ScreenHead title={t('passwords.trading.title')} text={t('passwords.trading.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
        {({ accounts }) => {
          const account = accounts.find(({ number }) => number === params.id);
          return account ? <Wizard account={account} /> : <Notice>{t('passwords.trading.none')}</Notice>;
        }}
      </Loaded>
    </>
  );
}

function Wizard({ account: { number, title, name, server, is_demo: isDemo, rule } }: { readonly account: ChangeableAccount }) {
  const { mobile_phone: phone, country } = useClient();
  const send = useWrite(calls.sendAccountPin);
  const check = useWrite(calls.checkAccountPin);
  return (
    <Card
      title={
        <>
          <bdi>{name === '' ? title : name}</bdi> · <bdi>{number}</bdi> · <bdi>{server}</bdi> {isDemo && <DemoMark />}
        </>
      }
    >
      <PinWizard
        draft={draftOf(number)}
        methods={methodsOf(phone)}
        country={country}
        send={(method) => send.mutateAsync({ account: number, method })}
        check={(pin) => check.mutateAsync({ account: number, pin })}
      >
        {({ pin, onEnded }) => <NewPassword number={number} rule={rule} pin={pin} onEnded={onEnded} />}
      </PinWizard>
    </Card>
  );
}

interface NewPasswordProps extends Pick<ChangeableAccount, 'number' | 'rule'> {
  readonly pin: string;
  readonly onEnded: (failure: CallFailure) => void;
}

function NewPassword({ number, rule, pin, onEnded }: NewPasswordProps) {
  const { t } = useWords();
  const open = useOpen();
  const change = useWrite(calls.changeAccountPassword);
  const form = useForm({
    name: draftOf(number),
    form: forms.trading,
    initial: { which: 'main', password: '', password2: '' },
    submit: async (typed) => {
      try {
        await change.mutateAsync({ account: number, pin, ...typed });
      } catch (error) {
        if (error instanceof CallFailure && hasEndedPin(error)) return onEnded(error);
        throw error;
      }
      showToast({ tone: 'gain', title: t('passwords.trading.done', { number: String(number) }) });
      open({ page: pageLinks.account, params: { id: number } });
    },
  });
  const { least, most, needs_special: special } = rule;
  return (
    <PlainForm
      form={form}
      given={{
        which: {
          options: (['main', 'investor'] as const).map((value) => ({ value, label: t(`passwords.which.${value}`) })),
        },
        password: { note: t('passwords.trading.rule', { least, most, special: special ? 'yes' : 'no' }) },
      }}
      verb={t('passwords.set')}
    />
  );
}
