import { useState, type FormEvent } from 'react';
import type { z } from 'zod';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts } from '../../../ui/components/Card.tsx';
import { LinesField, TextField } from '../../../ui/components/Field.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Change } from '../../../ui/desk/Change.tsx';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { dropDraft, keepDraft, readDraft } from '../../../ui/form/draft.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { companyName } from '../../../law/companyNames.ts';
import { settingsContract, type Touched } from '../contract.ts';
import styles from './Setting.module.css';

const { calls } = settingsContract;
type Setting = z.infer<typeof calls.one.output>['setting'];

interface ChangeFormProps {
  readonly setting: Setting;
  /** With the number of the approval that waits. */
  readonly onAsked: (approval: number) => void;
}

/** What is typed: a value as JSON, and an instant of UTC as the device's own field writes it ('' is: from the approval on). */
interface Typed {
  readonly value: string;
  readonly from: string;
}

/** Asks for another value: first what it would change is shown, then why is asked, then a second person decides. */
export function ChangeForm({ setting, onAsked }: ChangeFormProps) {
  const { t } = useWords();
  const draft = `desk/setting/${setting.key}`;
  const [typed, setTyped] = useState<Typed>(() => ({ ...begunWith(setting), ...readDraft(draft) }));
  const [fault, setFault] = useState<string>();
  const [shown, setShown] = useState<Typed>();
  const change = (part: Partial<Typed>): void => {
    const next = { ...typed, ...part };
    setTyped(next);
    setFault(undefined);
    keepDraft(draft, { ...next });
  };
  const show = (event: FormEvent): void => {
    event.preventDefault();
    if (isJson(typed.value)) setShown(typed);
    else setFault(t('settings.value.notJson'));
  };
  const isDone = (approval: number): void => {
    dropDraft(draft);
    setTyped(begunWith(setting));
    onAsked(approval);
  };
  return (
    <>
      <form className={styles.form} onSubmit={show} noValidate>
        <div className={styles.code}>
          <LinesField
            label={t('settings.value.new')}
            help={t('settings.value.help')}
            name="value"
            rows={Math.min(12, typed.value.split('\n').length + 1)}
            spellCheck={false}
            autoComplete="off"
            value={typed.value}
            error={fault}
            onChange={(event) => change({ value: event.target.value })}
          />
        </div>
        <TextField
          label={t('settings.from.label')}
          help={t('settings.from.help')}
          name="from"
          type="datetime-local"
          isOptional
          value={typed.from}
          onChange={(event) => change({ from: event.target.value })}
        />
        <Button type="submit" look="plain">
          {t('settings.preview')}
        </Button>
      </form>
      {shown && <Preview {...{ setting, typed: shown }} onClose={() => setShown(undefined)} onAsked={isDone} />}
    </>
  );
}

function begunWith({ value }: Setting): Typed {
  return { value: JSON.stringify(value, null, 2), from: '' };
}

interface PreviewProps extends ChangeFormProps {
  readonly typed: Typed;
  readonly onClose: () => void;
}

function Preview({ setting: { key }, typed, onClose, onAsked }: PreviewProps) {
  const { t, dateTime } = useWords();
  const ask = useWrite(calls.change);
  const from = typed.from === '' ? undefined : `${typed.from.slice(0, 16)}:00Z`;
  const when = from === undefined ? {} : { from };
  const read = useRead(calls.preview, { key, value: typed.value, ...when });
  const preview = read.data?.preview;
  const isHeld = preview === undefined || preview.fault !== null || !preview.is_change;
  const refusal = isHeld
    ? (preview?.fault ?? t(preview === undefined ? 'settings.preview.waiting' : 'settings.preview.same'))
    : undefined;
  return (
    <ReasonDialog
      name={`setting/${key}`}
      title={t('settings.preview.title', { key })}
      verb={t('settings.ask')}
      size="wide"
      refusal={refusal}
      onClose={onClose}
      act={async (reason) => {
        const { approval } = await ask.mutateAsync({ key, value: JSON.parse(typed.value), ...when, reason });
        onAsked(approval.id);
      }}
    >
      {() => (
        <Loaded read={read} skeleton={<SkeletonCard lines={3} />}>
          {({ preview: { before, after, from: begins, touches } }) => (
            <>
              <Change before={before} after={after} />
              <Facts
                items={[
                  {
                    key: 'from',
                    name: t('settings.from'),
                    value: begins === null ? t('settings.from.approval') : dateTime(begins),
                  },
                ]}
              />
              {touches && <Touches touches={touches} />}
            </>
          )}
        </Loaded>
      )}
    </ReasonDialog>
  );
}

/** Whom it touches: the clients by company, and what they have asked for. */
function Touches({ touches: { clients, requests, keeps_requests: keeps, open } }: { readonly touches: Touched }) {
  const { t, number } = useWords();
  return (
    <Facts
      items={[
        {
          key: 'clients',
          name: t('settings.touches.clients'),
          value:
            clients.map(({ company, count }) => `${companyName(company, t)}: ${number(count, 0)}`).join('; ') ||
            t('settings.touches.none'),
        },
        ...requests.map(({ type, quotes, under_way: underWay }) => ({
          key: type,
          name: t(`settings.touches.${type}`),
          value: t('settings.touches.requests', { quotes: number(quotes, 0), underWay: number(underWay, 0) }),
        })),
        ...open.map(({ of, count, keeps: isKept }) => ({
          key: of,
          name: t(`settings.touches.${of}`),
          value: t(isKept ? 'settings.touches.open.keeps' : 'settings.touches.open.anew', { count: number(count, 0) }),
        })),
        ...(requests.length > 0 || open.length === 0
          ? [
              {
                key: 'keeps',
                name: t('settings.touches.then'),
                value: t(keeps ? 'settings.touches.keeps' : 'settings.touches.anew'),
              },
            ]
          : []),
      ]}
    />
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
