import { useMutation, useQuery } from "@connectrpc/connect-query";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { type GetSquareAccountResponse, SquareAccountService } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import { SquareCustomerService } from "@leashline/proto/leashline/payment/v1/square_customer_service_pb.js";
import { useCallback } from "react";
import { LONG_STALE } from "../../../../app/calls/query-client.ts";
import type { CardKeys } from "../../../../ui/card-field/vendor.ts";

/** A business's second card provider, Square. */
export const SECOND = 2;

export type NewCardKeys = CardKeys & { testMode: boolean };

function squareKeys({ account, applicationId, cardScriptUrl }: GetSquareAccountResponse): NewCardKeys | undefined {
  if (!account?.connected || account.locationId === "") return undefined;
  return { vendor: "square", publishableKey: applicationId, cardScriptUrl, cardAccount: account.locationId, testMode: false };
}

/** With what a new card is typed at this location, and how it is put on a client's file: with the provider that the location takes cards through. */
export const useNewCards = (enabled = true) => {
  const quiet = { staleTime: LONG_STALE, meta: { quiet: true } };
  const setting = useQuery(PaymentSettingService.method.getPaymentSetting, {}, { ...quiet, enabled }).data?.setting;
  const isSquare = setting?.primaryPayType === SECOND;
  const square = useQuery(SquareAccountService.method.getSquareAccount, {}, { ...quiet, enabled: enabled && isSquare }).data;
  const { mutateAsync: atFirst } = useMutation(CardService.method.attachCard, { meta: { quiet: true } });
  const { mutateAsync: atSquare } = useMutation(SquareCustomerService.method.createSquareCustomer, { meta: { quiet: true } });
  const keep = useCallback(
    async (customerId: string, chargeToken: string): Promise<void> => {
      await (isSquare ? atSquare : atFirst)({ customerId, chargeToken });
    },
    [isSquare, atSquare, atFirst],
  );
  const first = setting?.publishableKey ? setting : undefined;
  const keys: NewCardKeys | undefined = isSquare ? square && squareKeys(square) : first;
  return { keys, keep, vendor: isSquare ? "square" : "stripe" };
};
