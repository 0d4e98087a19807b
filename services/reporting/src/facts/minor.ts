import { fromMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";

/** An amount as its column keeps it. */
export const minor = (money: Money | undefined): string => fromMoney(money).minor.toString();
