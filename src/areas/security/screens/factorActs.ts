import { useState } from 'react';
import { deviceOf } from '../../../base/device.ts';
import type { Proof } from '../../../protocol/proof.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { showToast } from '../../../ui/components/toast.ts';
import type { Proving } from '../../../ui/proof/ProofDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { securityContract } from '../contract.ts';
import { deviceName } from './device.ts';
import type { NewTotp } from './Totp.tsx';

const { calls } = securityContract;

/** Turning second factors on and off: each act is proven first; what it brings is shown after. */
export function useFactorActs() {
  const words = useWords();
  const { t } = words;
  const begin = useWrite(calls.beginTotp);
  const beginPasskey = useWrite(calls.beginPasskey);
  const addPasskey = useWrite(calls.addPasskey);
  const remove = useWrite(calls.removeFactor);
  const renew = useWrite(calls.renewCodes);
  const [proving, setProving] = useState<Proving>();
  const [begun, setBegun] = useState<NewTotp>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const prove = (of: Act, send: Proving['send'], isDanger = false): void =>
    setProving({
      title: t(`security.${of}.title`),
      text: t(`security.${of}.proof`),
      action: t('security.proof.go'),
      isDanger,
      send,
    });
  const makePasskey = async (proof: Proof): Promise<void> => {
    const { options } = await beginPasskey.mutateAsync(proof);
    const passkey = await madeBy(options);
    if (!passkey) return showToast({ tone: 'loss', title: t('security.passkeys.failed') });
    const name = deviceName(words, deviceOf(navigator.userAgent));
    setCodes((await addPasskey.mutateAsync({ passkey, name })).recovery_codes);
    showToast({ tone: 'gain', title: t('security.passkeys.added') });
  };
  const takeAway = (of: { readonly kind: 'totp' | 'passkey'; readonly id?: number }) => async (proof: Proof) => {
    await remove.mutateAsync({ ...proof, ...of });
    showToast({ tone: 'gain', title: t('security.factor.removed') });
  };
  return {
    proving,
    close: () => setProving(undefined),
    begun,
    endSetUp: () => setBegun(undefined),
    codes,
    showCodes: setCodes,
    ask: {
      beginTotp: () => prove('totp.begin', async (proof) => setBegun(await begin.mutateAsync(proof))),
      removeTotp: () => prove('totp.remove', takeAway({ kind: 'totp' }), true),
      addPasskey: () => prove('passkeys.add', makePasskey),
      removePasskey: (id: number) => prove('passkeys.remove', takeAway({ kind: 'passkey', id }), true),
      renewCodes: () => prove('codes.renew', async (proof) => setCodes((await renew.mutateAsync(proof)).recovery_codes)),
    },
  };
}

type Act = 'totp.begin' | 'totp.remove' | 'passkeys.add' | 'passkeys.remove' | 'codes.renew';

/** The library comes with the first passkey; undefined where the device makes none. */
async function madeBy(options: { readonly challenge: string }) {
  const { createPasskey, PasskeyFailure } = await import('../../../ui/proof/passkeys.ts');
  try {
    return await createPasskey(options);
  } catch (error) {
    if (error instanceof PasskeyFailure) return undefined;
    throw error;
  }
}
