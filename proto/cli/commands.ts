import { type Contract, type ContractMethod, loadContract } from "../descriptors/contract.ts";
import { Tier } from "../gen/leashline/options/v1/access_pb.js";
import { kebab } from "./names.ts";

/** Every RPC that can be called from outside, by domain and by its name in kebab case. */
export class Commands {
  readonly #byDomain = new Map<string, Map<string, ContractMethod>>();

  constructor(contract: Contract = loadContract()) {
    const open = contract.methods.filter((method) => method.access !== undefined && method.tier !== Tier.INTERNAL);
    for (const method of open) {
      const names = this.#domain(kebab(method.domain));
      const qualified = qualifiedName(method);
      names.set(qualified, method);
      const plain = kebab(method.desc.name);
      // Two services of a domain with an RPC of one name: only the long form tells them apart.
      const isTwice = open.some((other) => other !== method && other.domain === method.domain && other.desc.name === method.desc.name);
      if (!isTwice) names.set(plain, method);
    }
  }

  domains(): string[] {
    return [...this.#byDomain.keys()].sort();
  }

  /** One entry per RPC, by the shortest name that tells it apart. */
  list(domain: string): [string, ContractMethod][] {
    const shortest = new Map<ContractMethod, string>();
    for (const [name, method] of this.#byDomain.get(domain) ?? []) {
      const known = shortest.get(method);
      if (known === undefined || name.length < known.length) shortest.set(method, name);
    }
    return [...shortest].map(([method, name]) => [name, method] as [string, ContractMethod]).sort(([a], [b]) => (a < b ? -1 : 1));
  }

  find(domain: string, name: string): ContractMethod | undefined {
    return this.#byDomain.get(domain)?.get(name);
  }

  /** What somebody may have meant. */
  near(domain: string, name: string): string[] {
    const words = name.split("-");
    const scored = this.list(domain).map(([each]) => ({ each, score: words.filter((word) => each.includes(word)).length }));
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, 5)
      .map(({ each }) => each);
  }

  #domain(name: string): Map<string, ContractMethod> {
    const known = this.#byDomain.get(name) ?? new Map<string, ContractMethod>();
    this.#byDomain.set(name, known);
    return known;
  }
}

/** "card.list-day-cards" of CardService. */
const qualifiedName = (method: ContractMethod): string =>
  `${kebab(method.service.name.replace(/Service$/, ""))}.${kebab(method.desc.name)}`;
