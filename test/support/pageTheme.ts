import type { Page } from 'playwright-core';

export const themes = ['lightModern', 'darkModern', 'highContrast', 'highContrastLight'] as const;
export type Theme = (typeof themes)[number];

/** VS Code's classes of the body. */
const bodyClasses: Readonly<Record<Theme, string>> = {
  lightModern: 'vscode-light',
  darkModern: 'vscode-dark',
  highContrast: 'vscode-high-contrast',
  highContrastLight: 'vscode-high-contrast-light vscode-high-contrast',
};

/** Opening tags of a page in a theme: its style sheet, and its body. */
export function themeTags(theme: Theme): { readonly link: string; readonly body: string } {
  const classes = bodyClasses[theme];
  return {
    link: `<link id="theme" rel="stylesheet" href="/themes/${theme}.css" />`,
    body: `<body class="${classes}" data-vscode-theme-kind="${classes.split(' ')[0] ?? ''}">`,
  };
}

/** Changes the theme under an open page, as VS Code does. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(
    async ({ address, classes }) => {
      const sheet = document.querySelector<HTMLLinkElement>('#theme')!;
      if (!sheet.href.endsWith(address)) {
        await new Promise((resolve) => {
          sheet.addEventListener('load', resolve, { once: true });
          sheet.href = address;
        });
      }
      const others = [...document.body.classList].filter(
        (name) => !/^vscode-(light|dark|high)/.test(name),
      );
      document.body.className = [...others, classes].join(' ');
      document.body.dataset.vscodeThemeKind = classes.split(' ')[0] ?? '';
    },
    { address: `/themes/${theme}.css`, classes: bodyClasses[theme] },
  );
}

/** Looks at an open page in each theme; opening it anew for each takes three times as long. */
export async function inEachTheme(
  page: Page,
  look: (theme: Theme) => Promise<void>,
): Promise<void> {
  for (const theme of themes) {
    await setTheme(page, theme);
    await look(theme);
  }
}
