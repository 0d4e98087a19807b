import { useQuery } from "@connectrpc/connect-query";
import { EnterpriseService } from "@leashline/proto/leashline/account/v1/enterprise_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { Members } from "../shared/Members.tsx";

/** The enterprises this person is a member of: where somebody lands who is nobody's staff. */
export const Enterprises = () => {
  const enterprises = useQuery(EnterpriseService.method.listEnterprises);
  const found = enterprises.data?.enterprises ?? [];
  if (found.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="enterprises" sx={{ mt: 4, display: "grid", gap: 1.5 }}>
      <Typography id="enterprises" variant="h2">
        {found.length === 1 ? "Your enterprise" : "Your enterprises"}
      </Typography>
      {found.map((one) => (
        <Members key={one.id} enterprise={one} onChange={() => void enterprises.refetch()} />
      ))}
    </Box>
  );
};
