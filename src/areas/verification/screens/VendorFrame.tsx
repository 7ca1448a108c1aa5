import { useEffect, useRef, useState } from 'react';
import type { InputOf } from '../../../ui/api/send.ts';
import { useConnection } from '../../../ui/api/context.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { verificationContract } from '../contract.ts';

const { init } = verificationContract.calls;

interface VendorFrameProps {
  /** Asked again when the token has run out. */
  readonly input: InputOf<typeof init>;
  readonly token: string;
  readonly origin: string;
  /** Something has been shown there, sent or decided. */
  readonly onNews: () => void;
  readonly onFault: () => void;
}

/** A foreign page needs scripts and its own origin, which is none of ours; it never leads the portal away. */
const frameRights = 'allow-scripts allow-same-origin allow-forms allow-popups allow-modals';

/** The page of the vendor that looks at papers, in a frame of its own: what is shown there is never ours. */
export function VendorFrame({ input, token, origin, onNews, onFault }: VendorFrameProps) {
  const { t, language } = useWords();
  const { api } = useConnection();
  const place = useRef<HTMLDivElement>(null);
  // A newer token is for the next page: this one keeps what has been shown in it.
  const [opened] = useState({ token, origin });
  const told = useRef({ onNews, onFault, input, title: t('verification.frame') });
  useEffect(() => {
    told.current = { onNews, onFault, input, title: t('verification.frame') };
  });
  useEffect(() => {
    let isGone = false;
    let close: (() => void) | undefined;
    const renew = async (): Promise<string> => {
      const { accessToken } = await api.send(init, told.current.input);
      if (accessToken === null) told.current.onNews();
      return accessToken ?? '';
    };
    void import('@sumsub/websdk')
      .then(({ default: vendor }) => {
        if (isGone || !place.current) return;
        const page = vendor
          .init(opened.token, renew)
          .withBaseUrl(opened.origin)
          .withConf({ lang: language })
          .withOptions({ addViewportTag: false, adaptIframeHeight: true })
          .on('idCheck.onStepCompleted', () => told.current.onNews())
          .on('idCheck.onApplicantSubmitted', () => told.current.onNews())
          .on('idCheck.onApplicantResubmitted', () => told.current.onNews())
          .on('idCheck.onApplicantStatusChanged', () => told.current.onNews())
          .on('idCheck.onError', () => told.current.onFault())
          .build();
        page.launch(boxFor(place.current, told.current.title));
        close = () => page.destroy();
      })
      .catch(() => told.current.onFault());
    return () => {
      isGone = true;
      close?.();
    };
  }, [api, language, opened]);
  return <div ref={place} />;
}

/** The vendor's package puts the frame in by itself: here it gets its name and its rights before anything is loaded. */
function boxFor(place: HTMLElement, title: string): HTMLElement {
  const box = document.createElement('div');
  box.appendChild = (node) => {
    if (node instanceof HTMLIFrameElement) {
      node.title = title;
      node.setAttribute('sandbox', frameRights);
    }
    return Node.prototype.appendChild.call(box, node) as typeof node;
  };
  place.replaceChildren(box);
  return box;
}
