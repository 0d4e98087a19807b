import { useQuery } from "@connectrpc/connect-query";
import { AccountingService } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import Typography from "@mui/material/Typography";
import { useCan } from "../../../../app/session/session.ts";
import { invoiceWords } from "./invoice-sync.ts";

/** How far an invoice has come to QuickBooks; nothing where the location is not connected. */
export const InvoiceSync = ({ orderId }: { orderId: string }) => {
  const may = useCan("canAccessQuickBooks");
  const { data } = useQuery(AccountingService.method.getInvoiceSyncStatus, { orderId }, { enabled: may });
  const words = data ? invoiceWords(data.state) : "";
  if (!data || words === "") return null;
  const numbers = data.documentNumbers.length > 0 ? ` (${data.documentNumbers.join(", ")})` : "";
  return (
    <Typography variant="body2" color="textSecondary">
      {words}
      {numbers}
    </Typography>
  );
};
