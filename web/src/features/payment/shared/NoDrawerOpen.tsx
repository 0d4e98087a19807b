import { useQuery } from "@connectrpc/connect-query";
import { CashDrawerService } from "@leashline/proto/leashline/payment/v1/cash_drawer_service_pb.js";
import Typography from "@mui/material/Typography";
import { TextLink } from "../../../ui/links/Link.tsx";

/** Said where cash is taken, to a shop that counts its drawer and has none open. */
export const NoDrawerOpen = () => {
  const { data } = useQuery(CashDrawerService.method.getCashDrawer);
  if (!data?.last || data.open) return null;
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
      No cash drawer is open, so this cash will not be in one. <TextLink to="/payment/cashDrawer">Open the drawer</TextLink>
    </Typography>
  );
};
