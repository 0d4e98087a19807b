import { type Operator, operatorOf } from "./operator.ts";

const service = "/leashline.message.v1.TextNumberService";

export interface TextNumberOptions {
  env: NodeJS.ProcessEnv;
  /** A company and the number it gets; a company alone says its number, and nothing says everybody's. */
  words: readonly string[];
  say: (line: string) => void;
}

/** Shows which number each company's texts come from, or gives a company one. */
export async function textNumber({ env, words, say }: TextNumberOptions): Promise<void> {
  const [companyId, number] = words;
  if (companyId !== undefined && !/^\d+$/.test(companyId)) throw new Error(`"${companyId}" is no company's id`);
  const operator = operatorOf(env);
  if (companyId !== undefined && number !== undefined)
    await operator.call("message", companyId, `${service}/AssignTextNumber`, { number: number.replace(/[\s().-]/g, "") });
  for (const id of companyId === undefined ? await operator.everyCompany() : [companyId])
    say(`company ${id}: ${await numberOf(operator, id)}`);
}

async function numberOf(operator: Operator, companyId: string): Promise<string> {
  const { number } = await operator.call<{ number?: string }>("message", companyId, `${service}/GetTextNumber`, {});
  return number || "none yet";
}

if (import.meta.main) {
  try {
    await textNumber({ env: process.env, words: process.argv.slice(2), say: (line) => console.log(line) });
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
