/*
 * The sandbox's gt.js: the contract of GeeTest v3 in browsers (docs.geetest.com/captcha/apirefer/api/web) with a riddle
 * that is one button. It comes from another origin than the portal and takes its style from there and its verdict by
 * JSONP, as the vendor's does, so that the portal's content security policy is tried for real.
 */
(function () {
  'use strict';

  const home = new URL(document.currentScript.src).origin;
  const sentences = {
    en: { title: 'Are you a person?', solve: 'I am a person', close: 'Close the check' },
    ar: { title: 'هل أنت إنسان؟', solve: 'أنا إنسان', close: 'إغلاق التحقق' },
    'zh-cn': { title: '请确认您是真人', solve: '我是真人', close: '关闭验证' },
  };

  window.initGeetest = function (config, callback) {
    callback(makeCaptcha(config));
  };

  function makeCaptcha(config) {
    const listeners = { ready: [], success: [], error: [], close: [] };
    const tell = (event, fact) => listeners[event].forEach((listener) => listener(fact));
    let solved = false;
    let isReady = false;
    const captcha = {
      onReady: (listener) => (isReady ? listener() : listeners.ready.push(listener), captcha),
      onSuccess: (listener) => (listeners.success.push(listener), captcha),
      onError: (listener) => (listeners.error.push(listener), captcha),
      onClose: (listener) => (listeners.close.push(listener), captcha),
      getValidate: () => solved,
      verify: () => ask(),
      destroy: () => undefined,
    };
    loadStyle(
      () => ((isReady = true), tell('ready')),
      () => tell('error', { error_code: 'error_107' }),
    );
    return captcha;

    function ask() {
      const box = show(config.lang, {
        solve: () => judge(config, succeed, () => (box.remove(), tell('error', { error_code: 'error_105' }))),
        close: () => (box.remove(), tell('close')),
      });
      function succeed({ challenge, validate }) {
        solved = { geetest_challenge: challenge, geetest_validate: validate, geetest_seccode: validate + '|jordan' };
        box.remove();
        tell('success');
      }
    }
  }

  function show(language, acts) {
    const words = sentences[language] || sentences.en;
    const box = document.createElement('div');
    box.className = 'geetest_panel';
    const panel = box.appendChild(document.createElement('div'));
    panel.className = 'geetest_box';
    panel.setAttribute('role', 'dialog');
    panel.setAttribute('aria-modal', 'true');
    panel.setAttribute('aria-labelledby', 'geetest_title');
    const title = panel.appendChild(document.createElement('h2'));
    title.id = 'geetest_title';
    title.textContent = words.title;
    const solve = panel.appendChild(button('geetest_solve', words.solve, acts.solve));
    panel.appendChild(button('geetest_close', words.close, acts.close));
    panel.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') acts.close();
    });
    document.body.appendChild(box);
    solve.focus();
    return box;
  }

  function button(name, text, act) {
    const made = document.createElement('button');
    made.type = 'button';
    made.className = name;
    made.textContent = text;
    made.addEventListener('click', act);
    return made;
  }

  /* Off line the answer is the browser's own: the vendor is down, and the site knows. */
  function judge(config, succeed, fail) {
    if (config.offline) return succeed({ challenge: config.challenge, validate: md5(config.challenge) });
    const name = 'geetest_' + Date.now();
    const script = document.createElement('script');
    window[name] = (verdict) => {
      delete window[name];
      if (verdict.success === 1) succeed(verdict);
      else fail();
    };
    script.addEventListener('error', fail);
    script.addEventListener('load', () => script.remove());
    const query = new URLSearchParams({ gt: config.gt, challenge: config.challenge, callback: name });
    script.src = (config.https ? 'https://' : 'http://') + config.api_server + '/ajax.php?' + query;
    document.head.appendChild(script);
  }

  function loadStyle(done, failed) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = 'anonymous';
    link.addEventListener('load', done);
    link.addEventListener('error', failed);
    link.href = home + '/gt.css';
    document.head.appendChild(link);
  }

  /* RFC 1321, for the few characters of a challenge. */
  function md5(text) {
    const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
    const length = ((text.length + 8) >> 6) + 1;
    const words = new Int32Array(length * 16);
    for (let at = 0; at < text.length; at += 1) words[at >> 2] |= text.charCodeAt(at) << ((at % 4) * 8);
    words[text.length >> 2] |= 0x80 << ((text.length % 4) * 8);
    words[length * 16 - 2] = text.length * 8;
    const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
    for (let block = 0; block < words.length; block += 16) {
      let [a, b, c, d] = state;
      for (let step = 0; step < 64; step += 1) {
        const round = step >> 4;
        const mixed = [(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)][round];
        const word = words[block + ([step, 5 * step + 1, 3 * step + 5, 7 * step][round] % 16)];
        const sum = (a + mixed + word + Math.floor(2 ** 32 * Math.abs(Math.sin(step + 1)))) | 0;
        const shift = shifts[round * 4 + (step % 4)];
        [a, b, c, d] = [d, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0, b, c];
      }
      [a, b, c, d].forEach((part, index) => (state[index] += part));
    }
    return [...new Uint8Array(state.buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }
})();
