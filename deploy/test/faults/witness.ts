import { type App, askSandbox } from "../app.ts";

// What really went out, as the providers tell it.

export type Text = { seq: number; to: string; body: string; direction: string };
export type Mail = { seq: number; recipients: string[]; subject: string; copies: number };
export type Charge = { seq: number; kind: string; amount: number; captured: boolean; status: string; metadata: Record<string, string> };

const most = 1_000;

async function all<T extends { seq: number }>(app: App, path: string, name: string): Promise<T[]> {
  const found: T[] = [];
  for (let before = 0; ; ) {
    const response = await askSandbox(app, `/${path}limit=${most}${before ? `&before=${before}` : ""}`);
    const page = ((await response.json()) as Record<string, T[]>)[name] ?? [];
    found.push(...page);
    before = Math.min(...page.map(({ seq }) => seq));
    if (page.length < most) return found;
  }
}

export const texts = (app: App) => all<Text>(app, "texts?direction=outbound-api&", "texts");
export const mails = (app: App) => all<Mail>(app, "mails?", "mails");
export const charges = (app: App) => all<Charge>(app, "payments?", "payments");
