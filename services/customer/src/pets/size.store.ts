import { sql } from "kysely";

/** The size that the weight of pet `p` falls into, above all the largest, else the one chosen: as `sizeOf` has it. */
export const sizeId = sql<string>`coalesce((select s.id from pet_size s where s.company_id = p.company_id and p.weight > 0
    order by p.weight > s.weight_high, case when p.weight > s.weight_high then -s.weight_high else s.weight_high end limit 1), p.pet_size_id)`;
