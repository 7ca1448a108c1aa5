import { useState } from 'react';
import { migrationLines } from '../../../law/migration.ts';
import type { MigrationOffered } from '../../../protocol/companyMove.ts';
import { emptyOf } from '../../../protocol/form.ts';
import { useConnection } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm, type TypedOf } from '../../../ui/form/useForm.ts';
import { useTravel } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { movesContract } from '../contract.ts';
import { migrated, migrationFaults, migrationSentences } from '../rules.ts';

const { calls, forms } = movesContract;
type Typed = TypedOf<typeof forms.migration>;

/** Whoever has moved to another country asks for the move; success signs out (document 2 §8). */
export function Migration() {
  const { t } = useWords();
  const read = useRead(calls.migration, {});
  return (
    <Card title={t('moves.migration')}>
      <p>{t('moves.migration.text')}</p>
      <Loaded read={read} skeleton={<SkeletonCard lines={10} />}>
        {(offered) => <MigrationForm offered={offered} />}
      </Loaded>
    </Card>
  );
}

const empty = Object.fromEntries(Object.entries(migrationLines).map(([name, field]) => [name, emptyOf(field)])) as Typed;

function MigrationForm({ offered }: { readonly offered: MigrationOffered }) {
  const { t } = useWords();
  const travel = useTravel();
  const [isRisk, setRisk] = useState(false);
  const { api } = useConnection();
  const form = useForm({
    name: 'moves.migration',
    form: forms.migration,
    initial: empty,
    derive: migrated,
    check: (typed) => {
      const faults = Object.entries(migrationFaults(typed, new Date(offered.today)));
      return Object.fromEntries(faults.map(([field, rule]) => [field, t(migrationSentences[rule])]));
    },
    submit: async (typed) => {
      // It ends the session: what is read anew behind it would lock the page, and nobody would come to the sign-in.
      await api.send(calls.act, { action: 'migrate', ...typed });
      showToast({ tone: 'gain', title: t('moves.migration.done') });
      location.assign(`/${travel.root}/login`);
    },
  });
  const given = useGiven(offered, form.values);
  const chooseRisk = (value: string): void => {
    if (value === '1_2') setRisk(true);
    form.set('experience_risk', value);
  };
  return (
    <PlainForm
      form={form}
      given={{ ...given, experience_risk: { ...given.experience_risk, choose: chooseRisk } }}
      verb={t('moves.migration.send')}
    >
      <Dialog
        isOpen={isRisk}
        onClose={() => setRisk(false)}
        title={t('moves.risk.title')}
        actions={<Button onClick={() => setRisk(false)}>{t('moves.risk.done')}</Button>}
      >
        <p>{t('moves.risk.text')}</p>
      </Dialog>
    </PlainForm>
  );
}

/** What the fields are drawn with: accounts of the company that serves the country chosen, and the lists. */
function useGiven({ today, countries, accounts, lists }: MigrationOffered, typed: Typed) {
  const { t } = useWords();
  const company = countries[typed.residence_country];
  const there = accounts.filter((account) => account.company === company);
  const chosen = there.find(({ name }) => name === typed.account);
  const select = (options: readonly { readonly value: string; readonly label: string }[]) => ({
    options: [{ value: '', label: t('moves.choose') }, ...options],
  });
  const list = (name: string) => (lists[name] ?? []).map(({ id, translate_string: label }) => ({ value: id, label }));
  return {
    residence_country: { isDisabled: (country: string) => countries[country] === undefined },
    birth_date: { thisYear: Number(today.slice(0, 4)) },
    account: select(there.map(({ name, title }) => ({ value: name, label: title }))),
    currency: select((chosen?.currencies ?? []).map((value) => ({ value, label: value }))),
    leverage: select((chosen?.leverages ?? []).map((value) => ({ value: String(value), label: `1:${value}` }))),
    traded_system_experience: { options: list('traded_system_experience') },
    traded_experience: select(list('traded_experience')),
    number_of_trades: select(list('number_of_trades')),
    annual_volume: select(list('annual_volume')),
    experience_risk: {
      options: (['1_1', '1_2'] as const).map((value) => ({ value, label: t(`moves.experience_risk.${value}`) })),
    },
  };
}
