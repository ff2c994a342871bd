/** Light or dark, and the width of the board: what the style sheets read from the root element. */
import { computed, effect, signal } from '../vendor/signals.js';
import { settings } from '../state/settings.js';
import { html } from './html.js';
import { Icon } from './icons.js';

const systemTheme = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(systemTheme.matches);
systemTheme.addEventListener('change', ({ matches }) => (isSystemDark.value = matches));

const isDark = computed(() =>
  settings.theme.value === 'auto' ? isSystemDark.value : settings.theme.value === 'dark',
);

effect(() => {
  document.documentElement.dataset.theme = isDark.value ? 'dark' : 'light';
});

effect(() => {
  document.documentElement.style.setProperty('--board-width', String(settings.boardWidth.value / 100));
});

export function ThemeButton() {
  const toggle = () => (settings.theme.value = isDark.value ? 'light' : 'dark');
  return html`<button
    type="button" id="theme" class="round" aria-label="Light or dark" title="Light or dark" onClick=${toggle}
  ><${Icon} name=${isDark.value ? 'sun' : 'moon'} /></button>`;
}
