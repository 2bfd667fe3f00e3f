"""What notes in a page when things are painted.

Chromium tells when an element was first shown (the Element Timing API), after layout, paint and compositing.
So a dot joins each frame that is waited for, and its time is that frame's. Times are milliseconds of the
machine's clock, so that pages can be compared.
"""

PROBE = r"""(() => {
    const felt = window.felt = { pressed: 0, feedback: [], boards: [], lines: [], waiting: [] };
    const marks = new Map();
    let number = 0;

    new PerformanceObserver((list) => {
        for (const entry of list.getEntriesByType('element')) {
            const note = marks.get(entry.identifier);
            marks.delete(entry.identifier);
            note?.(performance.timeOrigin + entry.renderTime);
        }
    }).observe({ type: 'element', buffered: true });

    // Tell when the frame is shown that is drawn next.
    felt.whenPainted = (note) => {
        const dot = document.createElement('p');
        const name = `felt-${(number += 1)}`;
        dot.setAttribute('elementtiming', name);
        dot.textContent = '·';
        dot.style.cssText = 'position: fixed; top: 0; left: 0; margin: 0; pointer-events: none';
        marks.set(name, (at) => { dot.remove(); note(at); });
        document.body.append(dot);
    };

    const add = (list, what) => {
        list.push(what);
        felt.waiting.forEach((look) => look());
    };

    // Resolves when so many boards have been shown since the page was loaded, or too late.
    felt.until = (count, patience) => new Promise((done) => {
        const look = () => {
            if (felt.boards.length < count) return false;
            felt.waiting = felt.waiting.filter((one) => one !== look);
            done(felt.boards.length);
            return true;
        };
        if (!look()) {
            felt.waiting.push(look);
            setTimeout(() => done(felt.boards.length), patience);
        }
    });

    addEventListener('pointerdown', (event) => {
        felt.pressed = performance.timeOrigin + event.timeStamp;
    }, true);

    addEventListener('submit', () => {
        requestAnimationFrame(() => {
            if (document.querySelector('.is-sending, [aria-busy=true]')) {
                felt.whenPainted((at) => add(felt.feedback, at));
            }
        });
    }, true);

    // htmx says so when a board is in the page, be it a new one or the old one changed in place.
    addEventListener('htmx:afterSwap', ({ target }) => {
        if (target.id === 'board') {
            felt.whenPainted((at) => add(felt.boards, { tick: Number(target.dataset.tick), at }));
        }
    });
})();"""

# A page that asks the server for the least there is, and shows it.
BARE = r"""() => {
    const button = document.createElement('button');
    const said = document.createElement('p');
    button.textContent = 'Ask';
    button.addEventListener('click', async () => {
        const answer = await fetch('/healthz', { cache: 'no-store' });
        said.textContent = await answer.text();
        felt.whenPainted((at) => {
            felt.boards.push({ tick: 0, at });
            felt.waiting.forEach((look) => look());
        });
    });
    document.body.replaceChildren(button, said);
}"""

# Finds the first thing in sight that one of the selectors names, and brings it into view.
FIND = r"""(selectors) => {
    for (const [selector, needed] of selectors.map((one) => one.split(' if '))) {
        if (needed && !document.querySelector(needed)) continue;
        const node = [...document.querySelectorAll(selector)].find((one) =>
            !one.disabled && one.checkVisibility({ visibilityProperty: true }));
        if (node) {
            node.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
            const box = node.getBoundingClientRect();
            const isSmall = node.matches('.deed--whole, summary');
            const [x, y] = isSmall ? [Math.min(14, box.width / 2), Math.min(14, box.height / 2)]
                : [box.width / 2, box.height / 2];
            return { kind: node.localName, x: box.x + x, y: box.y + y, said: node.textContent.trim() };
        }
    }
    return null;
}"""
