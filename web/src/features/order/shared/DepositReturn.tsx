import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useQuery } from "@connectrpc/connect-query";
import { DepositRuleService, type PreviewDepositReturnResponse } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import Alert from "@mui/material/Alert";
import { toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";

type Format = ReturnType<typeof useFormat>;

const words = ({ held, returned, until }: PreviewDepositReturnResponse, format: Format): string => {
  if (toMinor(returned) > 0n)
    return `${format.money(returned)} of the ${format.money(held)} deposit goes back to the client by your deposit policy, ten minutes after you cancel.`;
  const late = until && timestampDate(until) < new Date();
  return `The ${format.money(held)} deposit stays with you by your deposit policy${late ? `: it would have gone back until ${format.instant(until)}` : ""}.`;
};

type Props = { ticketId: string; noShow: boolean };

/** Says what becomes of a visit's deposit when it is canceled now. Nothing where none was paid, or staff decide. */
export const DepositReturn = ({ ticketId, noShow }: Props) => {
  const format = useFormat();
  const { data } = useQuery(DepositRuleService.method.previewDepositReturn, { ticketId });
  if (!data?.held || !data.byPolicy) return null;
  return (
    <Alert severity="info">
      {noShow ? `The ${format.money(data.held)} deposit of a no-show stays with you by your deposit policy.` : words(data, format)}
    </Alert>
  );
};
