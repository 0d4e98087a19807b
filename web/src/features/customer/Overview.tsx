import Box from "@mui/material/Box";
import { Addresses } from "./addresses/Addresses.tsx";
import { Contacts } from "./contacts/Contacts.tsx";
import { NextVisits } from "./history/NextVisits.tsx";
import { Notes } from "./notes/Notes.tsx";
import { PetsAtAGlance } from "./pets/PetsAtAGlance.tsx";
import { ComesBack } from "./rebooking/ComesBack.tsx";
import { Referrals } from "./referrals/Referrals.tsx";
import { EntryCodes } from "./shared/entry-codes/EntryCodes.tsx";
import type { ClientDetail } from "./shared/types.ts";

/** What one wants to know before the client comes in. */
export const Overview = ({ detail }: { detail: ClientDetail }) => (
  <Box sx={{ display: "grid", gridTemplateColumns: { xs: "minmax(0, 1fr)", xl: "1.4fr 1fr" }, gap: 2, alignItems: "start" }}>
    <Box sx={{ display: "grid", gap: 2 }}>
      <PetsAtAGlance detail={detail} />
      <NextVisits detail={detail} />
      <ComesBack customerId={detail.client?.customerId ?? ""} />
      <Notes detail={detail} />
    </Box>
    <Box sx={{ display: "grid", gap: 2 }}>
      <Addresses detail={detail} />
      <Contacts detail={detail} />
      <Referrals customerId={detail.client?.customerId ?? "0"} />
      <EntryCodes customerId={detail.client?.customerId ?? "0"} />
    </Box>
  </Box>
);
