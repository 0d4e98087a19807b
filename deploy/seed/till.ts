import { CashAdjustmentKind, CashDrawerService } from "@leashline/proto/leashline/payment/v1/cash_drawer_service_pb.js";
import type { Api } from "./api.ts";

const dollars = (units: number) => ({ currencyCode: "USD", units: BigInt(units) });

/** The till of today: opened with change, some of which went for treats. */
export async function openTill(api: Api): Promise<void> {
  const till = (step: string) => api.once(CashDrawerService, `till-${step}`);
  const { drawer } = await till("open").openCashDrawer({ openingAmount: dollars(150), note: "Front desk" });
  const drawerId = drawer?.drawerId ?? "0";
  await till("in").adjustCashDrawer({ drawerId, kind: CashAdjustmentKind.PAY_IN, amount: dollars(40), reason: "Change from the bank" });
  await till("out").adjustCashDrawer({ drawerId, kind: CashAdjustmentKind.PAY_OUT, amount: dollars(18), reason: "Treats for the lobby" });
}
