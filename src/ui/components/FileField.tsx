import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { fileKinds, type ChosenFile, type TakesFile } from '../../protocol/fileKinds.ts';
import { partBytes } from '../../protocol/uploadPaths.ts';
import type { UploadLine } from '../api/uploadLine.ts';
import { useWords } from '../words/context.tsx';
import { Button } from './Button.tsx';
import { FieldFrame, type ControlAria, type FieldFrameProps } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { smallerPicture } from './smallerPicture.ts';
import styles from './FileField.module.css';

const PictureEditor = lazy(() => import('./PictureEditor.tsx'));

interface FileFieldProps extends FieldFrameProps {
  readonly name: string;
  readonly takes: TakesFile;
  readonly value: ChosenFile | '';
  /** How much of it has gone out, from 0 to 1; undefined while nothing is sent. */
  readonly sent?: number | undefined;
  /** By which it can be halted. */
  readonly line?: UploadLine | undefined;
  readonly onFile: (file: ChosenFile | '') => void;
  /** One was chosen and is there once this is: a picture is drawn anew first. */
  readonly onComing?: (coming: Promise<void>) => void;
}

/** A file that is chosen, dropped or taken with the camera, and how much of it has been sent. */
export default function FileField({ name, takes, value, sent, line, onFile, onComing, ...frame }: FileFieldProps) {
  const { t, number } = useWords();
  const megabytes = number(Math.floor(takes.mostBytes / 1_000_000));
  const last = useRef<File>(undefined);
  const isTooLarge = value !== '' && value.size > takes.mostBytes;
  const choose = (files: FileList | null): void => {
    const file = files?.[0];
    if (!file) return;
    last.current = file;
    const coming = smallerPicture(file).then((smaller) => (last.current === file ? onFile(smaller) : undefined));
    onComing?.(coming);
  };
  const takesPictures = takes.kinds.some((kind) => fileKinds[kind].mediaType.startsWith('image/'));
  const control = { name, isBusy: sent !== undefined, choose };
  return (
    <FieldFrame
      {...frame}
      error={isTooLarge ? t('ui.file.tooLarge', { megabytes }) : frame.error}
      help={frame.help ?? t('ui.file.help', { kinds: takes.kinds.map((kind) => kind.toUpperCase()).join(', '), megabytes })}
    >
      {(aria) => (
        <DropPlace choose={choose}>
          {value !== '' && <Chosen file={value} onEdited={sent === undefined ? onFile : undefined} />}
          <span className={styles.ways}>
            <Picker
              {...control}
              aria={aria}
              accept={takes.kinds.map((kind) => fileKinds[kind].mediaType).join(',')}
              icon="upload"
            >
              {t(value === '' ? 'ui.file.choose' : 'ui.file.another')}
            </Picker>
            {takesPictures && (
              <Picker {...control} accept="image/*" icon="camera" isCamera>
                {t('ui.file.camera')}
              </Picker>
            )}
          </span>
          {sent !== undefined && <Sending sent={sent} line={value !== '' && value.size > partBytes ? line : undefined} />}
        </DropPlace>
      )}
    </FieldFrame>
  );
}

/** How much of it has gone out; a large one can be halted, and goes on where it was. */
function Sending({ sent, line }: { readonly sent: number; readonly line: UploadLine | undefined }) {
  const { t, number } = useWords();
  const state = useSyncExternalStore(
    (hear) => line?.subscribe(hear) ?? (() => undefined),
    () => line?.state() ?? 'sending',
  );
  const percent = number(Math.round(sent * 100));
  return (
    <span className={styles.sending}>
      <progress className={styles.progress} value={sent} max={1} aria-label={t('ui.file.sending')} />
      <span role="status">{state === 'sending' ? t('ui.file.sent', { percent }) : t(`ui.file.${state}`, { percent })}</span>
      {line && sent < 1 && (
        <Button look="plain" size="small" onClick={() => (state === 'sending' ? line.pause() : line.goOn())}>
          {t(state === 'sending' ? 'ui.file.pause' : 'ui.file.goOn')}
        </Button>
      )}
    </span>
  );
}

interface PickerProps {
  readonly name: string;
  readonly accept: string;
  readonly icon: 'upload' | 'camera';
  /** Only where a finger points: there the camera is at hand. */
  readonly isCamera?: boolean;
  readonly isBusy: boolean;
  /** Of the first of them, which the field's label names. */
  readonly aria?: ControlAria;
  readonly choose: (files: FileList | null) => void;
  readonly children: ReactNode;
}

function Picker({ name, accept, icon, isCamera, isBusy, aria, choose, children }: PickerProps) {
  return (
    <label className={isCamera ? styles.camera : styles.choose}>
      <Icon name={icon} size={20} />
      <span>{children}</span>
      <input
        {...aria}
        className={styles.input}
        type="file"
        name={isCamera ? `${name}-camera` : name}
        accept={accept}
        {...(isCamera ? { capture: 'environment' as const } : {})}
        disabled={isBusy}
        onChange={(event) => {
          choose(event.target.files);
          // The same file may be chosen again after it was mended.
          event.target.value = '';
        }}
      />
    </label>
  );
}

function DropPlace({ choose, children }: { readonly choose: (files: FileList | null) => void; readonly children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={isOver ? styles.over : styles.place}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        choose(event.dataTransfer.files);
      }}
    >
      {children}
    </div>
  );
}

interface ChosenProps {
  readonly file: ChosenFile;
  /** Left out while it goes out. */
  readonly onEdited: ((edited: File) => void) | undefined;
}

/** The file's name and size, with the picture that it is, which can be turned and cut. */
function Chosen({ file, onEdited }: ChosenProps) {
  const { t, number } = useWords();
  const picture = usePicture(file);
  const [isEdited, setEdited] = useState(false);
  return (
    <span className={styles.chosen}>
      {picture === undefined ? <Icon name="file" size={24} /> : <img className={styles.picture} src={picture} alt="" />}
      <span className={styles.name} dir="auto">
        {file.name}
      </span>
      <span className={styles.size}>
        {t('ui.file.size', { megabytes: number(Math.max(0.1, Math.round(file.size / 100_000) / 10)) })}
      </span>
      {picture !== undefined && onEdited && (
        <Button look="plain" size="small" onClick={() => setEdited(true)}>
          {t('ui.file.edit')}
        </Button>
      )}
      {isEdited && onEdited && file instanceof File && (
        <Suspense fallback={null}>
          <PictureEditor
            file={file}
            onClose={() => setEdited(false)}
            onDone={(edited) => {
              setEdited(false);
              onEdited(edited);
            }}
          />
        </Suspense>
      )}
    </span>
  );
}

function usePicture(file: ChosenFile): string | undefined {
  const [shown, setShown] = useState<{ readonly of: ChosenFile; readonly url: string }>();
  useEffect(() => {
    if (!(file instanceof Blob) || !file.type.startsWith('image/')) return undefined;
    const url = URL.createObjectURL(file);
    const drawn = requestAnimationFrame(() => setShown({ of: file, url }));
    return () => {
      cancelAnimationFrame(drawn);
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return shown?.of === file ? shown.url : undefined;
}
