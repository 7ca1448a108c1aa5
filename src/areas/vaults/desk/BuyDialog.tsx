import { useState } from 'react';
import { goldVaultKeys, type GoldVaultKey } from '../../../law/goldVaults.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { LinesField, TextField } from '../../../ui/components/Field.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { vaultsContract } from '../contract.ts';
import { readBars } from '../rules.ts';
import styles from './Vaults.module.css';

/** A vault, and the companies whose clients' gold lies there. */
export type VaultChoice = Pick<AnswerOf<typeof vaultsContract.calls.vaults>['vaults'][number], 'vault' | 'companies'>;

interface Typed {
  readonly vault: GoldVaultKey;
  readonly company: string;
  readonly reference: string;
  readonly cost: string;
  readonly bars: string;
  readonly grams: string;
}

const [firstVault] = goldVaultKeys;

function companiesIn(vaults: readonly VaultChoice[], key: GoldVaultKey) {
  return vaults.find(({ vault }) => vault === key)?.companies ?? [];
}

function ofVault(vaults: readonly VaultChoice[], vault: GoldVaultKey): Pick<Typed, 'vault' | 'company'> {
  return { vault, company: String(companiesIn(vaults, vault)[0] ?? '') };
}

/** Gold for the stock: bars by their serials, or a weight that lies there unallocated. A second person agrees to it. */
export function BuyDialog({ vaults, onClose }: { readonly vaults: readonly VaultChoice[]; readonly onClose: () => void }) {
  const { t } = useWords();
  const [typed, setTyped] = useState<Typed>({ ...ofVault(vaults, firstVault), reference: '', cost: '', bars: '', grams: '' });
  const buy = useWrite(vaultsContract.calls.buy);
  const bars = readBars(typed.bars);
  const company = companiesIn(vaults, typed.vault).find((each) => String(each) === typed.company);
  const act = async (reason: string): Promise<void> => {
    if (company === undefined || bars === undefined) return;
    const { vault, reference, cost, grams } = typed;
    const weighed = grams.trim() === '' ? {} : { grams: grams.trim() };
    await buy.mutateAsync({ vault, company, reference, cost, reason, ...weighed, ...(bars.length === 0 ? {} : { bars }) });
    showToast({ tone: 'gain', title: t('vaults.asked'), text: t('vaults.asked.text') });
  };
  return (
    <ReasonDialog
      name="vaults/buy"
      title={t('vaults.buy')}
      verb={t('vaults.buy.verb')}
      fields={['vault', 'company', 'reference', 'cost', 'bars', 'grams']}
      refusal={bars === undefined ? t('vaults.bars.wrong') : undefined}
      onClose={onClose}
      act={act}
    >
      {(errors) => <Fields vaults={vaults} typed={typed} errors={errors} onTyped={setTyped} />}
    </ReasonDialog>
  );
}

interface FieldsProps {
  readonly vaults: readonly VaultChoice[];
  readonly typed: Typed;
  readonly errors: Readonly<Record<string, string>>;
  readonly onTyped: (typed: Typed) => void;
}

function Fields({ vaults, typed, errors, onTyped }: FieldsProps) {
  const { t } = useWords();
  const text = (name: 'reference' | 'cost' | 'grams') => ({
    name,
    label: t(`vaults.${name}`),
    error: errors[name],
    value: typed[name],
    onChange: (event: { readonly target: { readonly value: string } }) => onTyped({ ...typed, [name]: event.target.value }),
  });
  return (
    <div className={styles.stack}>
      <Notice>{t('vaults.buy.text')}</Notice>
      <SelectField
        name="vault"
        label={t('vaults.vault')}
        value={typed.vault}
        onChange={({ target }) => {
          const vault = goldVaultKeys.find((each) => each === target.value) ?? firstVault;
          onTyped({ ...typed, ...ofVault(vaults, vault) });
        }}
        options={goldVaultKeys.map((value) => ({ value, label: t(`vaults.vault.${value}`) }))}
      />
      <SelectField
        name="company"
        label={t('vaults.company')}
        error={errors['company']}
        value={typed.company}
        onChange={({ target }) => onTyped({ ...typed, company: target.value })}
        options={companiesIn(vaults, typed.vault).map((each) => ({ value: String(each), label: t(`desk.company.${each}`) }))}
      />
      <TextField {...text('reference')} />
      <TextField {...text('cost')} inputMode="decimal" />
      <LinesField
        name="bars"
        label={t('vaults.bars.typed')}
        help={t('vaults.bars.typed.help')}
        error={errors['bars']}
        isOptional
        rows={4}
        value={typed.bars}
        onChange={({ target }) => onTyped({ ...typed, bars: target.value })}
      />
      <TextField {...text('grams')} help={t('vaults.grams.help')} inputMode="decimal" isOptional />
    </div>
  );
}
