import { useQuery } from "@connectrpc/connect-query";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { PaymentMethodService } from "@leashline/proto/leashline/payment/v1/payment_method_pb.js";
import { type PaymentSetting, PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { fromMinor } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { capitalise } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useCredit } from "./credit/useCredit.ts";

const quiet = { staleTime: LONG_STALE, meta: { quiet: true } };

/** How a location takes money; of a bill, its own location, whichever one is chosen. */
export const usePaymentSetting = (businessId: string, enabled = true): PaymentSetting | undefined =>
  useQuery(PaymentSettingService.method.getPaymentSetting, { businessId }, { ...quiet, enabled }).data?.setting;

/** `most`: how much it pays at most, in minor units; left out where it pays anything. A card that is not on file is held to a reader or a terminal. */
export type Way = {
  value: string;
  label: string;
  kind: string;
  cardId: string;
  methodId: string;
  most?: bigint;
  readerId?: string;
  terminalId?: string;
};

/** What a client's orders of a location can be paid with at once, in the order that it chose: cards on file, what is handed over, and store credit. */
export const useWays = ({ customerId, businessId }: { customerId: string; businessId: string }): Way[] => {
  const format = useFormat();
  const { currencyCode } = usePreferences();
  const credit = useCredit(customerId) ?? 0n;
  const cards = useQuery(CardService.method.listCards, { customerId }).data?.cards ?? [];
  const methods =
    useQuery(PaymentMethodService.method.listPaymentMethods, { businessId }, { staleTime: LONG_STALE }).data?.paymentMethods ?? [];
  const byCard = cards
    .filter(({ isValid, elsewhere }) => isValid && !elsewhere)
    .map(({ cardId, brand, last4 }) => ({
      value: `card-${cardId}`,
      label: `${capitalise(brand)} ·· ${last4} on file`,
      kind: "card",
      cardId,
      methodId: "0",
    }));
  const byCredit = { value: "credit", label: `Store credit ${format.money(fromMinor(credit, currencyCode))}`, kind: "credit" };
  const listed = methods
    .filter(({ inactive }) => !inactive)
    .flatMap(({ id, name, kind }) =>
      kind === "card" ? byCard : [{ value: `method-${id}`, label: name, kind, cardId: "0", methodId: id }],
    );
  return credit > 0n ? [...listed, { ...byCredit, cardId: "0", methodId: "0", most: credit }] : listed;
};

/** Whether clients of a location can enter a card, and so pay by a link. */
export const usePaysByLink = (businessId: string, enabled = true): boolean =>
  Boolean(usePaymentSetting(businessId, enabled)?.publishableKey);
