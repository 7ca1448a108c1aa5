import { encode } from 'uqr';
import styles from './QrCode.module.css';

/** Modules that stay empty around the code (ISO/IEC 18004 asks for four). */
const quietModules = 4;

/** A text for the camera of another device: dark on white in either appearance, because cameras expect it so. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className={styles.code} role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={dark.join('')} />
    </svg>
  );
}
