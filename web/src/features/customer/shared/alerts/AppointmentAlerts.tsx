import { pathTo } from "../../../../app/routes/paths.ts";
import { TextLink } from "../../../../ui/links/Link.tsx";
import { AlertStrip } from "./AlertStrip.tsx";
import type { Known } from "./alerts.ts";
import { useRequiredSign } from "./useRequiredSign.ts";

type Props = { appointment: { id: string; customerId: string }; known: Omit<Known, "codes" | "requiredSign"> };

/** What warns about one appointment, and where its agreements are signed. */
export const AppointmentAlerts = ({ appointment: { id, customerId }, known }: Props) => {
  const requiredSign = useRequiredSign(customerId, id);
  return (
    <>
      <AlertStrip known={{ ...known, requiredSign }} />
      {requiredSign && <TextLink to={pathTo("/client/:customerId/agreements/:panel?", { customerId })}>Sign agreements</TextLink>}
    </>
  );
};
