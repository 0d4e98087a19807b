import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";

const guessable = /\.(SessionService\/(SignIn|LoginByToken)|PasskeyService\/\w+SignIn|AccountService\/SignUp|PasswordResetService\/\w+)$/;
const known = new WeakMap<ContractMethod, boolean>();

/** RPCs that a guesser would call again and again. */
export function isGuessable(method: ContractMethod): boolean {
  let answer = known.get(method);
  if (answer === undefined) {
    answer = guessable.test(method.path);
    known.set(method, answer);
  }
  return answer;
}
