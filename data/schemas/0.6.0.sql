-- qix 0.6.0: recorded, not to be edited (CONTRIBUTING.md, "A migration").
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE qix_migrations (
  module TEXT NOT NULL,
  name TEXT NOT NULL,
  digest BLOB NOT NULL,
  applied_at INTEGER NOT NULL,
  PRIMARY KEY (module, name)
) STRICT;
INSERT INTO qix_migrations VALUES ('access', 'v1_create_tokens', X'D64F12C6E27890C8D538E85AE388046B9284BDA53A58B1AC003EC983ACE04392', 1800000000000000);
INSERT INTO qix_migrations VALUES ('badges', 'v1_create_badges', X'2079E8B11B5277462C2F3F168A52A42A4A755E63C97BC8BE6BC53970E3AE7034', 1800000000000000);
INSERT INTO qix_migrations VALUES ('campaigns', 'v1_create_campaigns', X'1F6AC1020F7978777D1EF797C89A54761DA070BA64CCAB7C2DC35BAA761FA10D', 1800000000000000);
INSERT INTO qix_migrations VALUES ('coins', 'v1_create_ledger', X'F2558C20D9A211282EB4F98DB9FE12AB3300730B9F47212039253DD02AB3E557', 1800000000000000);
INSERT INTO qix_migrations VALUES ('coins', 'v2_merge_wallets', X'C4A98906007A794AC7BB4BFE3766066DC397219078AA47698E080B3986C24039', 1800000000000000);
INSERT INTO qix_migrations VALUES ('coins', 'v3_create_approvals', X'56F13DA2B14A2C4FD3297714FCBE2058DD2B5CBB3AB1F0FD61D55F35F2780EA1', 1800000000000000);
INSERT INTO qix_migrations VALUES ('coins', 'v4_keep_lots_in_place', X'3FD1FFE841CCB7F0EF626359DF65AC4086326CEC4504B70D58ECE6BF227A3AFF', 1800000000000000);
INSERT INTO qix_migrations VALUES ('coins', 'v5_approve_changes_of_users', X'B6B199FC2EEC256ADF24532C1943564D7DE10D527ABA86568DDAD380D4B804EB', 1800000000000000);
INSERT INTO qix_migrations VALUES ('draws', 'v1_create_draws', X'0D7279BB9A44B9E71485CE50056B8B645AC10DCF0270A1CBA653232CB7C4BC0B', 1800000000000000);
INSERT INTO qix_migrations VALUES ('identity', 'v1_create_users', X'1A44B6BE1FC9FF013CBC1DC132E4C46273EECD8A12F15545A8E3AE8D19076645', 1800000000000000);
INSERT INTO qix_migrations VALUES ('identity', 'v2_create_profiles', X'D41C88D6BA4613F2F376CB5432A3E874050A4CD6E93A551322B09A8284BE63DA', 1800000000000000);
INSERT INTO qix_migrations VALUES ('identity', 'v3_create_codes', X'7CB09CCE90F730762705106800920493FF14C62997C5F6CCD2DB28900F2FE49D', 1800000000000000);
INSERT INTO qix_migrations VALUES ('identity', 'v4_create_providers', X'84591D620CCA8AA61A423F73E88C5A6181F5CB4432E9AB2B65E5080D31ACDA12', 1800000000000000);
INSERT INTO qix_migrations VALUES ('identity', 'v5_ask_for_consent', X'6D25CBCF155EAEBC86EB34CBEAD7EA8A7698900C25CD2829933AC44020760BA5', 1800000000000000);
INSERT INTO qix_migrations VALUES ('qix', 'v1_create_audit', X'8107B5036B569D8B94CF1ABEC5CB702E0AA1A902D29ECAAB0FCE21506D7F11C4', 1800000000000000);
INSERT INTO qix_migrations VALUES ('qix', 'v2_create_settings', X'9FF01F2CE7BEC9A9915C23D9171A6866F07AF42D05B3FB70BF433AD51ACB0B85', 1800000000000000);
INSERT INTO qix_migrations VALUES ('qix', 'v3_remember_who_set', X'F3750F35594B167DA3E8D6878DDA92049762446EA3B9CCE13B43D6459CB1FF33', 1800000000000000);
INSERT INTO qix_migrations VALUES ('qix', 'v4_create_steady_clock', X'F91F491D2C03FC51DB4E10908065B351875AD6C0D86F11421A116B9672DB8190', 1800000000000000);
INSERT INTO qix_migrations VALUES ('qix', 'v5_seal_facts', X'675E3462834ADEDB0F8859662732644E1D34B769A300391D86ABC0D8C381ED98', 1800000000000000);
INSERT INTO qix_migrations VALUES ('qix', 'v6_create_batches', X'1B1C94466CED051857B42F030C5B3874311DC77CC171202E269D9B2F9EA26E19', 1800000000000000);
INSERT INTO qix_migrations VALUES ('readshake', 'v1_create_readshake', X'169A52935BA3F7293395406CE6FFF6DAA48B0C074583E06EB84C8900D33F41C2', 1800000000000000);
INSERT INTO qix_migrations VALUES ('receiptshake', 'v1_create_receiptshake', X'02BD1C3B50A6EE91D6C304DBF8F5888EFF01EDC66CED1F61147A211B2D76959F', 1800000000000000);
INSERT INTO qix_migrations VALUES ('referrals', 'v1_create_referrals', X'F811C66B61BD6E7348775FB8A834DDDBAF536EEEF295848F0D4DBF738D3D9982', 1800000000000000);
INSERT INTO qix_migrations VALUES ('rewards', 'v1_create_catalogue', X'52C1E87556971D02CEBA973007CD7DD841DB1C481DB65E3275D3B06194EAA324', 1800000000000000);
INSERT INTO qix_migrations VALUES ('rewards', 'v2_create_redemptions', X'EB4950E5FC2B74DC35881B7A8C0C6564563E1DED651B3BED1FFF46FEA6EDD1B1', 1800000000000000);
INSERT INTO qix_migrations VALUES ('scanshake', 'v1_create_scanshake', X'1AFA386AD24D95F1D1295DEF59730B41259147A28918702331EC2AE97E671611', 1800000000000000);
INSERT INTO qix_migrations VALUES ('shakes', 'v1_create_shakes', X'2FA36F13BFDFBB046B2259EA6258972527F76A8EA167F24FB00B9025BE7F052F', 1800000000000000);
INSERT INTO qix_migrations VALUES ('shakes', 'v2_create_directives', X'F7B1FD723754E3E331696FFDF9C342EF21F758124BA499AB2DB8391FAA32E160', 1800000000000000);
INSERT INTO qix_migrations VALUES ('shakes', 'v3_create_webhooks', X'0617AB063578ACB09522EE2A8822E039CEA111A0E8F4A1840009692D245A662D', 1800000000000000);
INSERT INTO qix_migrations VALUES ('shakes', 'v4_schedule_fetches', X'3E91EAC9C53C0B4E6FE5AA444BE139FDDD2606DEDB160CE146C41D8EE22736CD', 1800000000000000);
INSERT INTO qix_migrations VALUES ('shakes', 'v5_own_webhooks', X'85FD923D7D57BD324D24DC75B9843E87C146A4EE0B0260B94B387282C4EFEB43', 1800000000000000);
INSERT INTO qix_migrations VALUES ('shakes', 'v6_settle_shakes', X'7E0B9EB18488D398E756E2F0A56555730D3D35B2FDA0064871E7A93B33A39FD8', 1800000000000000);
INSERT INTO qix_migrations VALUES ('tiers', 'v1_create_tiers', X'AF7CC2D22BD1884B36335A5299750864167AC854395E57B9A7E55C17F7CFAB9F', 1800000000000000);
INSERT INTO qix_migrations VALUES ('tvshake', 'v1_create_tvshake', X'C3360B083139C90458C34AD52C6F12EF2949F15B29DE7C50E65A2135B0D4C182', 1800000000000000);
INSERT INTO qix_migrations VALUES ('vault', 'v1_create_vault', X'10C59D6C6DE7E6A64BD2E1E3C16A8DB7B2E921061202F097104F740AB962C7C8', 1800000000000000);
INSERT INTO qix_migrations VALUES ('videoshake', 'v1_create_videoshake', X'65F0F54908EBF2F5C478B60D6BD360A46683F7266CE2651A3BAE6DD21BA55B48', 1800000000000000);
INSERT INTO qix_migrations VALUES ('vouchers', 'v1_create_vouchers', X'0871C441222CD79148993595B4D55E1953449E22C4D057BB162775D975A18803', 1800000000000000);
INSERT INTO qix_migrations VALUES ('vouchers', 'v2_keep_the_rest', X'6E86548BC7E4D5639B634AF3A2BB0E950EB493CD24BEE700FBE9BA2F3B6FA1F2', 1800000000000000);
CREATE TABLE qix_audit (
  entry INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  reason TEXT,
  hash BLOB NOT NULL CHECK (length(hash) = 32)
, seal BLOB CHECK (length(seal) = 32)) STRICT;
INSERT INTO qix_audit VALUES (1, 1800000000000000, 'local:test', 'qix.migrate', 'qix/v1_create_audit', NULL, X'C8BA3A4883FA6E3B7344CBE834833C1A4AEE553F8A5E7B3A0583A8E40F54F488', NULL);
INSERT INTO qix_audit VALUES (2, 1800000000000000, 'local:test', 'qix.migrate', 'qix/v2_create_settings', NULL, X'9075AE043B0AE70CF41284D669A7AAE17C939D3910973E7A771DF1FA31A823A9', NULL);
INSERT INTO qix_audit VALUES (3, 1800000000000000, 'local:test', 'qix.migrate', 'qix/v3_remember_who_set', NULL, X'3736B1DF847C0874D038D89A515881B6938929910B52DF3E81D125EB9C144D03', NULL);
INSERT INTO qix_audit VALUES (4, 1800000000000000, 'local:test', 'qix.migrate', 'qix/v4_create_steady_clock', NULL, X'5BBD9777E591A683B86D22EC650B3193BE9BA587DC55B10BF31990297FF2599C', NULL);
INSERT INTO qix_audit VALUES (5, 1800000000000000, 'local:test', 'qix.migrate', 'qix/v5_seal_facts', NULL, X'CCCBB18831123B71C8FFE7FD45A8CBAFDC96B9973F38FD283D4B2C34335CE462', NULL);
INSERT INTO qix_audit VALUES (6, 1800000000000000, 'local:test', 'qix.migrate', 'qix/v6_create_batches', NULL, X'0F2EE1ED66F82C60C773CF6CBEF579AE2EFB4080836E2741557B5D065F6B7F89', NULL);
INSERT INTO qix_audit VALUES (7, 1800000000000000, 'local:test', 'qix.migrate', 'vault/v1_create_vault', NULL, X'A078D3E044AAA4B48DCD7AB0CA0217F0457E1762C037F943067B22250264CE76', NULL);
INSERT INTO qix_audit VALUES (8, 1800000000000000, 'local:test', 'qix.migrate', 'identity/v1_create_users', NULL, X'C00024D8BFC01C6C8502BC8E970901F23645CDC9139BF5C12FFB43C5D619C8FA', NULL);
INSERT INTO qix_audit VALUES (9, 1800000000000000, 'local:test', 'qix.migrate', 'identity/v2_create_profiles', NULL, X'54F3ACFAEEC7BD81489E5553715D9EB3AAB30474272A712143252D1D927B80A8', NULL);
INSERT INTO qix_audit VALUES (10, 1800000000000000, 'local:test', 'qix.migrate', 'identity/v3_create_codes', NULL, X'69B9CF3FB42B1CE5D1A53FB6D3EDC862D32F329201B486745863CED586543C83', NULL);
INSERT INTO qix_audit VALUES (11, 1800000000000000, 'local:test', 'qix.migrate', 'identity/v4_create_providers', NULL, X'D81D78FF73AAEB9998F6E4328ACBF117B29D3D91314486244A45967670E09949', NULL);
INSERT INTO qix_audit VALUES (12, 1800000000000000, 'local:test', 'qix.migrate', 'identity/v5_ask_for_consent', NULL, X'3277275E1D027D17113A6E1DD34964EAE510B83B1FF514A55953A9EAC986F918', NULL);
INSERT INTO qix_audit VALUES (13, 1800000000000000, 'local:test', 'qix.migrate', 'coins/v1_create_ledger', NULL, X'1689B66A211FAC7030FE17103D934387466576823E289A1686C0CD524B0B4EF2', NULL);
INSERT INTO qix_audit VALUES (14, 1800000000000000, 'local:test', 'qix.migrate', 'coins/v2_merge_wallets', NULL, X'6623783BA319B067A50EE8E869A747A746802121D4BFB07D1502B7F1265810BB', NULL);
INSERT INTO qix_audit VALUES (15, 1800000000000000, 'local:test', 'qix.migrate', 'coins/v3_create_approvals', NULL, X'8BB8EE3C276B2B0BA30950CB5CE5926718C7372036BB9C98A358043ABA76C118', NULL);
INSERT INTO qix_audit VALUES (16, 1800000000000000, 'local:test', 'qix.migrate', 'coins/v4_keep_lots_in_place', NULL, X'1A884D649AAA68E6BADEA320F799A0C255FEADB5E99028D15A6471D4319EFB53', NULL);
INSERT INTO qix_audit VALUES (17, 1800000000000000, 'local:test', 'qix.migrate', 'coins/v5_approve_changes_of_users', NULL, X'27E7321E24B34FE06B1F9928706C93CF7F4553790201314BC5BECC5AD17560FD', NULL);
INSERT INTO qix_audit VALUES (18, 1800000000000000, 'local:test', 'qix.migrate', 'access/v1_create_tokens', NULL, X'32C60925DBD8307C7AE18CBA7F6F37CA743E4EA0DC245AE913CCB6E64DD09F46', NULL);
INSERT INTO qix_audit VALUES (19, 1800000000000000, 'local:test', 'qix.migrate', 'campaigns/v1_create_campaigns', NULL, X'7CC478809B61EDC83C88071460662DD5263CB2A96C06A2DD38FAF28F26CF983E', NULL);
INSERT INTO qix_audit VALUES (20, 1800000000000000, 'local:test', 'qix.migrate', 'draws/v1_create_draws', NULL, X'B9697B49685DA2F7C84CB0ECE4FE75615D68BF2C34722A8FAEA670E4F89DC402', NULL);
INSERT INTO qix_audit VALUES (21, 1800000000000000, 'local:test', 'qix.migrate', 'shakes/v1_create_shakes', NULL, X'0B34AF85045C17D738EC1C3D887E95691BBEEBC17086A3CCF71E8A859B672780', NULL);
INSERT INTO qix_audit VALUES (22, 1800000000000000, 'local:test', 'qix.migrate', 'shakes/v2_create_directives', NULL, X'562417AD5884357C94F439864A1AEC84019B75B771833A96059B83DD80113E79', NULL);
INSERT INTO qix_audit VALUES (23, 1800000000000000, 'local:test', 'qix.migrate', 'shakes/v3_create_webhooks', NULL, X'47A25A7ADB4D042564CB4A5B7293B6EE711F6AFE4322D3EA05FB4D5B80B99A77', NULL);
INSERT INTO qix_audit VALUES (24, 1800000000000000, 'local:test', 'qix.migrate', 'shakes/v4_schedule_fetches', NULL, X'17D5AEA2550244B9E987A7348758D25A3A52BE365BF0820C6E38C51CEBC2E28D', NULL);
INSERT INTO qix_audit VALUES (25, 1800000000000000, 'local:test', 'qix.migrate', 'shakes/v5_own_webhooks', NULL, X'9CC591C2C62A31205AA649251751C3704E70ED082667B46DA5943F909955630F', NULL);
INSERT INTO qix_audit VALUES (26, 1800000000000000, 'local:test', 'qix.migrate', 'shakes/v6_settle_shakes', NULL, X'F0BD5763372D9B8CA85B011C2BA194B2EB437B874420B0493BB3A73D2D47AA60', NULL);
INSERT INTO qix_audit VALUES (27, 1800000000000000, 'local:test', 'qix.migrate', 'tvshake/v1_create_tvshake', NULL, X'7344201A88131B8E8F883A9226CD89E8EC78D8DEBF311060275856BFC08EB9CC', NULL);
INSERT INTO qix_audit VALUES (28, 1800000000000000, 'local:test', 'qix.migrate', 'readshake/v1_create_readshake', NULL, X'0D06AEDE2D8A2477E21177633C28CC3F4423E3D4742D3D85C79EC9618F55C88E', NULL);
INSERT INTO qix_audit VALUES (29, 1800000000000000, 'local:test', 'qix.migrate', 'videoshake/v1_create_videoshake', NULL, X'08D56CD32D033340472D8B121AAB95FDE3879B58CAEB1424225984B08978E0B0', NULL);
INSERT INTO qix_audit VALUES (30, 1800000000000000, 'local:test', 'qix.migrate', 'scanshake/v1_create_scanshake', NULL, X'E8B8072863F8AE941FE511813183814BFC4129FB79C709B38113936CC60004DA', NULL);
INSERT INTO qix_audit VALUES (31, 1800000000000000, 'local:test', 'qix.migrate', 'receiptshake/v1_create_receiptshake', NULL, X'59FD0B0C1504DDEC61261CC8AC5EFA266489FEABD51092C57CFDC9C7E7F8E5E8', NULL);
INSERT INTO qix_audit VALUES (32, 1800000000000000, 'local:test', 'qix.migrate', 'vouchers/v1_create_vouchers', NULL, X'CD469D34604F94EC2DDA3265642BCEB70E688338745A9EF482FEEBDFB40269C4', NULL);
INSERT INTO qix_audit VALUES (33, 1800000000000000, 'local:test', 'qix.migrate', 'vouchers/v2_keep_the_rest', NULL, X'1F3DE267A03C1EEB4CDE6A6291A74D588651D7EF663CE0CB5943E6485BFE14D3', NULL);
INSERT INTO qix_audit VALUES (34, 1800000000000000, 'local:test', 'qix.migrate', 'rewards/v1_create_catalogue', NULL, X'8C637EC2D8DB2F5A9D185052B40A2A411BD7981A9190DAB357AB5B0CE9835374', NULL);
INSERT INTO qix_audit VALUES (35, 1800000000000000, 'local:test', 'qix.migrate', 'rewards/v2_create_redemptions', NULL, X'CDFAA9AC91E95FF7A62D663B884BF2EFEF2B9EE35DECFE4BD74024F6E2A84B91', NULL);
INSERT INTO qix_audit VALUES (36, 1800000000000000, 'local:test', 'qix.migrate', 'tiers/v1_create_tiers', NULL, X'D7B1F136D3290A68AEA26ECE1B49896825F3C7C4D1A0B087147447D270026F00', NULL);
INSERT INTO qix_audit VALUES (37, 1800000000000000, 'local:test', 'qix.migrate', 'referrals/v1_create_referrals', NULL, X'63CABBE623B29F1337E521F1261BBDB4A554DDB20F7E74EE19CD87D2D82B7510', NULL);
INSERT INTO qix_audit VALUES (38, 1800000000000000, 'local:test', 'qix.migrate', 'badges/v1_create_badges', NULL, X'F390912EAB296FA9926319D4A25EE84E05C42231EA13315D3C86044B7CC764E7', NULL);
INSERT INTO qix_audit VALUES (39, 1800000000000000, 'local:test', 'qix.seal-names', 'identity coins', NULL, X'331176372BE33B1902E852182DC1B66844C52AA88DC4FFE0EAEF9101670BA48D', X'6CE4F867DDA61D0A0372972A0F84EE483A997F89F5A90EFA0AFC9CF74E298DDF');
INSERT INTO qix_audit VALUES (40, 1800000000000000, 'local:test', 'identity.create', 'usr_01mcc5rm00etmbb9c0q45nwsy1', NULL, X'0FF05311B964529A94B35E314FA62771A196B8CF165BF9F9EBB5417A916F452B', X'288D408B0EFCD38D0349624A5CC1AB77E73A31E182187E07DCE5268EE54445B1');
INSERT INTO qix_audit VALUES (41, 1800000000000000, 'local:test', 'identity.create', 'usr_01mcc5rm00eyftskcw8r4exwb3', NULL, X'27D05EDC94EFD259069949055986252CAB261F8F21960A6D8599CC0A6C35CD3F', X'235E3C622E6D9A6C1D06A74A1190D12FE3CA9B74BD8242ACAE2E3572D42E3156');
INSERT INTO qix_audit VALUES (42, 1800000000000000, 'local:test', 'coins.issue', 'trf_01mcc5rm00ey3br661ym61e73d', NULL, X'8C20A52507914B783B0A21B0B9FC5CE20FA04843F139AE429D5B860F30EAE5B2', NULL);
INSERT INTO qix_audit VALUES (43, 1800000000000000, 'local:test', 'coins.budget', 'summer', NULL, X'B275A230F57A13773F7309847AB597F5C9D155CEBB70EEB813C6B598C222CBE6', X'8C3A60B175B96568EF8ED814D4398F6FD2EE02A5FC0351E828F6765641A1C117');
INSERT INTO qix_audit VALUES (44, 1800000000000000, 'local:test', 'coins.fund', 'trf_01mcc5rm00ey3br661ypmpspp1', 'plan', X'3D83FCEA257AEB7D925346B48A925648242D909B9468703D296CFD1291F7DBF9', NULL);
INSERT INTO qix_audit VALUES (45, 1800000000000000, 'local:test', 'coins.issue', 'trf_01mcc5rm00ey3br661yth1p9m4', NULL, X'9E059ECDC2365645A8A67EA3603AB4937BFBACAEBD5D13DBD10D9B27833119B0', NULL);
INSERT INTO qix_audit VALUES (46, 1800000000000000, 'local:test', 'coins.redeem', 'trf_01mcc5rm00ey3br661yv47b8fh', NULL, X'B1C1841F9AB5FBDDD92D1B2422BF07CD0FDB0535F13F8B543FBB84B5F05F0164', NULL);
INSERT INTO qix_audit VALUES (47, 1800000000000000, 'local:test', 'coins.reverse', 'trf_01mcc5rm00ey3br661yw6h6xb2', NULL, X'9DA1CF6BDCB1CF8DE77F5438245FFF7B206D4F20499434A2CAFF1F4CBFEF49C6', NULL);
INSERT INTO qix_audit VALUES (48, 1800000000000000, 'local:test', 'coins.hold', 'trf_01mcc5rm00ey3br661ywh3eaad', NULL, X'795F53DA1575C2A64F552E5894BAE55A8C61F64724F4B068B7B857A705C90CFD', NULL);
INSERT INTO qix_audit VALUES (49, 1800000000000000, 'local:test', 'coins.capture', 'trf_01mcc5rm00ey3br661yx3jqmmv', NULL, X'FAFB5744EC9222733248CB071F11F9B0D45CFCCD25090F7073C3A3F5343DABAE', NULL);
INSERT INTO qix_audit VALUES (50, 1800000000000000, 'local:test', 'coins.hold', 'trf_01mcc5rm00ey3br661z0hh48jj', NULL, X'2FC6D1807001E559A79986FE1A44CFB0B8EF68B224F99C95FA2AEBCB6925ABB5', NULL);
INSERT INTO qix_audit VALUES (51, 1800000000000000, 'local:test', 'coins.void', 'trf_01mcc5rm00ey3br661z2a00rqc', NULL, X'10549D14D5ED18B6DA39631447D4140BB842F84D7BA6C955E0CBBC91548F118C', NULL);
INSERT INTO qix_audit VALUES (52, 1800000000000000, 'local:test', 'coins.hold', 'trf_01mcc5rm00ey3br661z5wkqrq0', NULL, X'9382EB53508A2F1BC0553EB6AC07DA339B3AB2DECEB2D1E2E3FB77171A57765B', NULL);
INSERT INTO qix_audit VALUES (53, 1800000000000000, 'local:test', 'coins.transfer', 'trf_01mcc5rm00ey3br661z7j86wzz', NULL, X'CC1E7684A527BB7E0BF242E399EB25AE3411D8325410D8B4A6FF3341416EAE90', NULL);
CREATE TABLE qix_settings (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 3 AND 100),
  value TEXT NOT NULL CHECK (length(value) <= 10000)
, set_by TEXT CHECK (length(set_by) > 0), set_at INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE qix_steady_clock (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  steady_at INTEGER NOT NULL,
  wall_at INTEGER NOT NULL,
  -- Which start of the machine; NULL where nobody could tell.
  boot TEXT,
  -- Microseconds since then.
  uptime INTEGER,
  CHECK ((boot IS NULL) = (uptime IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO qix_steady_clock VALUES (1, 1800000000000000, 1800000000000000, 'boot-1', 1000000000);
CREATE TABLE qix_sealed_facts (
  module TEXT PRIMARY KEY,
  sum BLOB NOT NULL CHECK (length(sum) = 64)
) STRICT, WITHOUT ROWID;
INSERT INTO qix_sealed_facts VALUES ('coins', X'5666A31199DDAD86BE1FBE1C069C637902F4093854814BCE11060B801B4EFAB71AF98EC6C3FE8D9D69BC60AC8B41932A26234A210A138083BC448D18F7A2E5C2');
INSERT INTO qix_sealed_facts VALUES ('identity', X'3DB2B898F17AF9F97D3E78C846E6A6C194E11605A6F98D73B27D7FCFBB617FECEE26250D7F8EC398DA94A98E404C58D9FDD917E4710254D8D81B868A5AEF04A0');
CREATE TABLE qix_batches (
  batch INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 200),
  -- The words of the command's action: coins.issue.
  action TEXT NOT NULL,
  -- What the file was called when something of it was done last, and SHA-256 of its bytes then.
  file TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  actor TEXT NOT NULL,
  begun_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  -- 1 begun, 2 read to the end of its file
  state INTEGER NOT NULL CHECK (state IN (1, 2)),
  -- Lines that were done, and the coins that they moved.
  lines INTEGER NOT NULL CHECK (lines >= 0),
  coins INTEGER NOT NULL CHECK (coins >= 0)
) STRICT;
CREATE TABLE qix_batch_parts (
  part INTEGER PRIMARY KEY,
  batch INTEGER NOT NULL REFERENCES qix_batches (batch),
  -- The numbers of the first and the last transfer, for what moves coins.
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  -- Of each line without a key, in the order in which they were done, eight bytes of a digest of its meaning.
  meanings BLOB NOT NULL CHECK (length(meanings) % 8 = 0)
) STRICT;
CREATE TABLE vault_header (
  row INTEGER PRIMARY KEY CHECK (row = 1),
  format INTEGER NOT NULL,
  vault BLOB NOT NULL CHECK (length(vault) = 16),
  generation INTEGER NOT NULL CHECK (generation >= 1),
  commitment BLOB NOT NULL CHECK (length(commitment) = 32),
  created_at INTEGER NOT NULL,
  rotated_at INTEGER NOT NULL,
  mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
CREATE TABLE vault_slots (
  slot INTEGER PRIMARY KEY CHECK (slot >= 1),
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 4),
  passes INTEGER NOT NULL,
  memory INTEGER NOT NULL,
  salt BLOB NOT NULL,
  recipient BLOB NOT NULL CHECK (length(recipient) = 32),
  box BLOB NOT NULL,
  proof_key BLOB NOT NULL,
  proof BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  CHECK ((kind = 1) = (length(salt) = 16)),
  CHECK ((kind = 4) = (length(proof_key) = 0)),
  CHECK ((kind = 4) = (length(proof) = 0))
) STRICT;
CREATE TABLE vault_items (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  class INTEGER NOT NULL CHECK (class BETWEEN 1 AND 5),
  version INTEGER NOT NULL CHECK (version >= 1),
  names BLOB NOT NULL,
  history BLOB NOT NULL CHECK (length(history) >= 40 AND length(history) % 40 = 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE vault_versions (
  item BLOB NOT NULL REFERENCES vault_items (id),
  version INTEGER NOT NULL CHECK (version >= 1),
  key BLOB NOT NULL CHECK (length(key) = 72),
  box BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (item, version)
) STRICT;
CREATE TABLE vault_entries (
  name BLOB PRIMARY KEY CHECK (length(name) = 32),
  item BLOB NOT NULL UNIQUE REFERENCES vault_items (id),
  digest BLOB NOT NULL CHECK (length(digest) = 32)
) STRICT, WITHOUT ROWID;
CREATE TABLE vault_manifest (
  row INTEGER PRIMARY KEY CHECK (row = 1),
  counter INTEGER NOT NULL CHECK (counter >= 1),
  items INTEGER NOT NULL CHECK (items >= 0),
  buckets BLOB NOT NULL CHECK (length(buckets) = 8192),
  mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
CREATE TABLE "identity_users" (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  -- 1 trial: an id and nothing else; 2 signed; 3 pro. What it takes is in the settings.
  mode INTEGER NOT NULL CHECK (mode BETWEEN 1 AND 3),
  -- 1 active, 2 suspended, 3 merged into another user, 4 erased.
  standing INTEGER NOT NULL CHECK (standing BETWEEN 1 AND 4),
  -- Of a merged user, who goes on under both ids: never one who was merged again, so that one look-up is enough.
  survivor BLOB CHECK (length(survivor) = 16),
  -- What the operator's own systems call this user; opaque to qix.
  external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 200),
  created_at INTEGER NOT NULL,
  CHECK ((survivor IS NOT NULL) = (standing = 3)),
  CHECK (survivor <> id),
  CHECK (mode = 1 OR standing <= 2),
  CHECK (external_id IS NULL OR standing <> 4)
) STRICT, WITHOUT ROWID;
INSERT INTO identity_users VALUES (X'01A3185C500076A8B5A580B90B5E67C1', 1, 1, NULL, 'ada', 1800000000000000);
INSERT INTO identity_users VALUES (X'01A3185C5000779FACCD9C4608EEF163', 1, 1, NULL, 'bob', 1800000000000000);
CREATE TABLE identity_keys (
  user BLOB PRIMARY KEY REFERENCES identity_users (id) CHECK (length(user) = 16),
  wrapped BLOB NOT NULL CHECK (length(wrapped) = 72)
) STRICT, WITHOUT ROWID;
CREATE TABLE identity_fields (
  user BLOB NOT NULL REFERENCES identity_keys (user),
  field TEXT NOT NULL CHECK (length(field) BETWEEN 1 AND 40),
  box BLOB NOT NULL,
  set_at INTEGER NOT NULL,
  PRIMARY KEY (user, field)
) STRICT, WITHOUT ROWID;
CREATE TABLE identity_lookups (
  hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
  user BLOB NOT NULL,
  field TEXT NOT NULL,
  UNIQUE (user, field),
  FOREIGN KEY (user, field) REFERENCES identity_fields (user, field)
) STRICT, WITHOUT ROWID;
CREATE TABLE identity_accounts (
  hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
  user BLOB NOT NULL REFERENCES identity_keys (user),
  box BLOB NOT NULL,
  linked_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE identity_proofs (
  user BLOB NOT NULL REFERENCES identity_users (id),
  proof TEXT NOT NULL CHECK (length(proof) BETWEEN 1 AND 40),
  proved_at INTEGER NOT NULL,
  PRIMARY KEY (user, proof)
) STRICT, WITHOUT ROWID;
CREATE TABLE identity_usernames (
  likeness TEXT PRIMARY KEY CHECK (length(likeness) BETWEEN 1 AND 30),
  user BLOB NOT NULL UNIQUE REFERENCES identity_users (id),
  username TEXT NOT NULL CHECK (length(username) BETWEEN 3 AND 30)
) STRICT, WITHOUT ROWID;
CREATE TABLE identity_merges (
  user BLOB PRIMARY KEY REFERENCES identity_users (id),
  -- As it was named then; it may have been merged since.
  into_user BLOB NOT NULL REFERENCES identity_users (id),
  merged_at INTEGER NOT NULL,
  -- Lines of a number, a blank and a name.
  moved TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE identity_code_sends (
  -- 1 a number or address, 2 the beginning of a number, 3 a caller, 4 who ran the command.
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 4),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  made_at INTEGER NOT NULL,
  code BLOB NOT NULL CHECK (length(code) = 16),
  PRIMARY KEY (kind, hash, made_at, code)
) STRICT, WITHOUT ROWID;
CREATE TABLE identity_providers (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 40),
  -- What a token's 'iss' must say, to the letter.
  issuer TEXT NOT NULL UNIQUE CHECK (length(issuer) BETWEEN 1 AND 300),
  keys_url TEXT NOT NULL CHECK (length(keys_url) BETWEEN 1 AND 2048),
  -- RS256, ES256, or both with a blank between: what its tokens are signed with.
  algorithms TEXT NOT NULL CHECK (length(algorithms) BETWEEN 5 AND 20),
  -- Our client ids there, a line each.
  audiences TEXT NOT NULL CHECK (length(audiences) BETWEEN 1 AND 5000),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE identity_provider_keys (
  provider TEXT PRIMARY KEY REFERENCES identity_providers (name),
  -- When somebody last asked for them, in vain or not.
  tried_at INTEGER NOT NULL,
  -- The last set that was good, and when it was fetched.
  keys BLOB CHECK (length(keys) <= 262144),
  fetched_at INTEGER,
  -- Until when it is used without asking again.
  fresh_until INTEGER,
  CHECK ((keys IS NULL) = (fetched_at IS NULL)),
  CHECK ((keys IS NULL) = (fresh_until IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE "identity_codes" (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  -- 1 phone, 2 email.
  channel INTEGER NOT NULL CHECK (channel IN (1, 2)),
  -- 1 to prove a number or address, or to say who somebody is; 2 to consent to a change.
  purpose INTEGER NOT NULL CHECK (purpose IN (1, 2)),
  -- Whose number or address it is to be, or whose consent; NULL where the code is to say who somebody is.
  user BLOB CHECK (length(user) = 16),
  -- The number or address; gone with the request's end.
  box BLOB,
  -- Argon2id of the keyed hash of the code and what it is bound to.
  hash TEXT NOT NULL,
  -- 1 open, 2 used, 3 closed: also a consent that was made use of.
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 3),
  tries INTEGER NOT NULL CHECK (tries >= 0),
  -- By the clock on the wall, and by the one that never goes back.
  clock_at INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  -- When the code came back, likewise; of consents alone.
  given_at INTEGER,
  CHECK ((box IS NOT NULL) = (state = 1)),
  CHECK (purpose = 1 OR user IS NOT NULL),
  CHECK (given_at IS NULL OR (purpose = 2 AND state <> 1))
) STRICT, WITHOUT ROWID;
CREATE TABLE identity_finds (
  made_at INTEGER NOT NULL,
  principal TEXT NOT NULL
) STRICT;
CREATE TABLE coins_assets (
  asset INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  -- 1: what a wallet holds is divided in lots, which may expire.
  has_lots INTEGER NOT NULL CHECK (has_lots IN (0, 1))
) STRICT;
INSERT INTO coins_assets VALUES (1, 'QIX', 1);
CREATE TABLE coins_accounts (
  account INTEGER PRIMARY KEY,
  asset INTEGER NOT NULL REFERENCES coins_assets (asset),
  -- 1 wallet, 2 budget, 3 issuer, 4 redeemed, 5 expired
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 5),
  -- A wallet's user, a budget's own id, or fifteen zeros and the kind for the three others.
  owner BLOB NOT NULL CHECK (length(owner) = 16),
  -- A budget's name.
  name TEXT CHECK ((name IS NOT NULL) = (kind = 2)),
  -- Only the issuer may go below zero: by as much as it has issued.
  floor INTEGER NOT NULL CHECK (floor >= 0 OR kind = 3),
  posted INTEGER NOT NULL,
  held INTEGER NOT NULL CHECK (held >= 0),
  last_entry INTEGER,
  first_lot INTEGER, merged_into INTEGER REFERENCES coins_accounts (account)
  CHECK (merged_into IS NULL OR (kind = 1 AND merged_into <> account AND posted = held)),
  UNIQUE (owner, asset),
  CHECK (posted - held >= floor)
) STRICT;
INSERT INTO coins_accounts VALUES (1, 1, 3, X'00000000000000000000000000000003', NULL, -9223372036854775807, -1050, 0, 4, NULL, NULL);
INSERT INTO coins_accounts VALUES (2, 1, 4, X'00000000000000000000000000000004', NULL, 0, 25, 0, 15, NULL, NULL);
INSERT INTO coins_accounts VALUES (3, 1, 5, X'00000000000000000000000000000005', NULL, 0, 0, 0, NULL, NULL, NULL);
INSERT INTO coins_accounts VALUES (4, 1, 1, X'01A3185C500076A8B5A580B90B5E67C1', NULL, 0, 41, 2, 22, 1, NULL);
INSERT INTO coins_accounts VALUES (5, 1, 2, X'01A3185C50007CAFAF8F90F8E5747A73', 'summer', 0, 980, 0, 6, NULL, NULL);
INSERT INTO coins_accounts VALUES (6, 1, 1, X'01A3185C5000779FACCD9C4608EEF163', NULL, 0, 4, 0, 23, 3, NULL);
CREATE TABLE coins_details (
  details INTEGER PRIMARY KEY,
  reason TEXT,
  metadata TEXT,
  digest BLOB NOT NULL CHECK (length(digest) = 32)
) STRICT;
INSERT INTO coins_details VALUES (1, 'plan', NULL, X'1AE54E6BF26BB90B301008264661F59A0E5C3CD0312D181D6CF93F61EBBE20E4');
CREATE TABLE coins_transfers (
  -- 1, 2, 3, … without gaps, in the order of posting.
  transfer INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  -- 1 issue, 2 import, 3 fund, 4 transfer, 5 redeem, 6 expire, 7 hold, 8 capture, 9 void, 10 time-out, 11 reverse
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 11),
  debit INTEGER NOT NULL REFERENCES coins_accounts (account),
  credit INTEGER NOT NULL REFERENCES coins_accounts (account),
  amount INTEGER NOT NULL CHECK (amount > 0),
  -- When it happened; when it was booked is in the id.
  at INTEGER NOT NULL,
  -- Of what is credited; of a hold, when it times out.
  expires_at INTEGER,
  -- The hold that is captured, voided or timed out, the transfer that is reversed.
  related INTEGER REFERENCES coins_transfers (transfer),
  -- The first transfer of a group that was posted all or nothing.
  linked INTEGER,
  details INTEGER REFERENCES coins_details (details),
  key TEXT CHECK (length(key) BETWEEN 1 AND 200),
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
  CHECK (debit <> credit),
  CHECK ((related IS NOT NULL) = (kind >= 8))
) STRICT;
INSERT INTO coins_transfers VALUES (1, X'01A3185C50007786BC18C1F50C171C6D', 1, 1, 4, 50, 1800000000000000, NULL, NULL, NULL, NULL, 'first', X'5F45B9CD6525668BB30A50210164EF2D');
INSERT INTO coins_transfers VALUES (2, X'01A3185C50007786BC18C1F5A96CDAC1', 3, 1, 5, 1000, 1800000000000000, NULL, NULL, NULL, 1, NULL, X'94D911E6C6822DA6B7429B475679F04C');
INSERT INTO coins_transfers VALUES (3, X'01A3185C50007786BC18C1F6A21B2684', 1, 5, 4, 20, 1800000000000000, 4086547200000000, NULL, NULL, NULL, NULL, X'0D5068CBD8DBA1C26D2AB76396A93E86');
INSERT INTO coins_transfers VALUES (4, X'01A3185C50007786BC18C1F6C875A1F1', 5, 4, 2, 30, 1800000000000000, NULL, NULL, NULL, NULL, NULL, X'6883DEEFD3C245A80BED8498617A9F58');
INSERT INTO coins_transfers VALUES (5, X'01A3185C50007786BC18C1F70D137562', 11, 2, 4, 10, 1800000000000000, NULL, 4, NULL, NULL, NULL, X'6295287F8110EC8E83CBA3FE72F7899D');
INSERT INTO coins_transfers VALUES (6, X'01A3185C50007786BC18C1F72237294D', 7, 4, 2, 8, 1800000000000000, NULL, NULL, NULL, NULL, NULL, X'16590D06A625631FEBFE883B3217FF53');
INSERT INTO coins_transfers VALUES (7, X'01A3185C50007786BC18C1F7472BD29B', 8, 4, 2, 5, 1800000000000000, NULL, 6, NULL, NULL, NULL, X'3DDA0AFA2003329984E3832D89A59A80');
INSERT INTO coins_transfers VALUES (8, X'01A3185C50007786BC18C1F823122252', 7, 5, 6, 7, 1800000000000000, NULL, NULL, NULL, NULL, NULL, X'9EED75E180235203086539F460618A55');
INSERT INTO coins_transfers VALUES (9, X'01A3185C50007786BC18C1F8940062EC', 9, 5, 6, 7, 1800000000000000, NULL, 8, NULL, NULL, NULL, X'08B64393EB34B724E588CA146BD2E15D');
INSERT INTO coins_transfers VALUES (10, X'01A3185C50007786BC18C1F9793BE2E0', 7, 4, 2, 2, 1800000000000000, 1802592000000000, NULL, NULL, NULL, NULL, X'B504D00DF342FD9F3AC2CE055E6E673C');
INSERT INTO coins_transfers VALUES (11, X'01A3185C50007786BC18C1F9E48373FF', 4, 4, 6, 4, 1800000000000000, NULL, NULL, NULL, NULL, NULL, X'7BEA846AE41EA5B8EDF2892AB550DC8F');
CREATE TABLE coins_entries (
  entry INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES coins_accounts (account),
  -- Negative in a debit, positive in a credit.
  amount INTEGER NOT NULL CHECK (amount <> 0 AND (amount > 0) = (entry % 2 = 1)),
  -- The account's balance after it.
  balance INTEGER NOT NULL,
  -- The account's entry before it.
  previous INTEGER CHECK (previous < entry)
) STRICT;
INSERT INTO coins_entries VALUES (2, 1, -50, -50, NULL);
INSERT INTO coins_entries VALUES (3, 4, 50, 50, NULL);
INSERT INTO coins_entries VALUES (4, 1, -1000, -1050, 2);
INSERT INTO coins_entries VALUES (5, 5, 1000, 1000, NULL);
INSERT INTO coins_entries VALUES (6, 5, -20, 980, 5);
INSERT INTO coins_entries VALUES (7, 4, 20, 70, 3);
INSERT INTO coins_entries VALUES (8, 4, -30, 40, 7);
INSERT INTO coins_entries VALUES (9, 2, 30, 30, NULL);
INSERT INTO coins_entries VALUES (10, 2, -10, 20, 9);
INSERT INTO coins_entries VALUES (11, 4, 10, 50, 8);
INSERT INTO coins_entries VALUES (14, 4, -5, 45, 11);
INSERT INTO coins_entries VALUES (15, 2, 5, 25, 10);
INSERT INTO coins_entries VALUES (22, 4, -4, 41, 14);
INSERT INTO coins_entries VALUES (23, 6, 4, 4, NULL);
CREATE TABLE coins_lots (
  lot INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES coins_accounts (account),
  transfer INTEGER NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  -- What is neither spent nor reserved by a hold.
  remaining INTEGER NOT NULL CHECK (remaining BETWEEN 0 AND amount),
  expires_at INTEGER,
  -- The next lot of the wallet's list, 0 at its end, NULL when it was taken out of the list because it is used up.
  next INTEGER CHECK (next IS NOT NULL OR remaining = 0)
) STRICT;
INSERT INTO coins_lots VALUES (1, 4, 1, 50, 39, NULL, 0);
INSERT INTO coins_lots VALUES (2, 4, 3, 20, 0, 4086547200000000, NULL);
INSERT INTO coins_lots VALUES (3, 6, 11, 4, 4, NULL, 0);
CREATE TABLE coins_draws (
  transfer INTEGER NOT NULL,
  lot INTEGER NOT NULL REFERENCES coins_lots (lot),
  amount INTEGER NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (transfer, lot)
) STRICT, WITHOUT ROWID;
INSERT INTO coins_draws VALUES (4, 1, 10);
INSERT INTO coins_draws VALUES (4, 2, 20);
INSERT INTO coins_draws VALUES (5, 1, -10);
INSERT INTO coins_draws VALUES (6, 1, 8);
INSERT INTO coins_draws VALUES (7, 1, -3);
INSERT INTO coins_draws VALUES (10, 1, 2);
INSERT INTO coins_draws VALUES (11, 1, 4);
CREATE TABLE coins_holds (
  hold INTEGER PRIMARY KEY REFERENCES coins_transfers (transfer),
  debit INTEGER NOT NULL REFERENCES coins_accounts (account),
  amount INTEGER NOT NULL CHECK (amount > 0),
  times_out_at INTEGER,
  resolved_by INTEGER REFERENCES coins_transfers (transfer)
) STRICT;
INSERT INTO coins_holds VALUES (6, 4, 8, NULL, 7);
INSERT INTO coins_holds VALUES (8, 5, 7, NULL, 9);
INSERT INTO coins_holds VALUES (10, 4, 2, 1802592000000000, NULL);
CREATE TABLE coins_blocks (
  block INTEGER PRIMARY KEY,
  first_transfer INTEGER NOT NULL UNIQUE,
  transfers INTEGER NOT NULL CHECK (transfers > 0),
  sealed_at INTEGER NOT NULL,
  root BLOB NOT NULL CHECK (length(root) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
INSERT INTO coins_blocks VALUES (1, 1, 1, 1800000000000000, X'FC3758EDDA34F5807881658FB0ABC1A0F61169FE9A34F45EA4E0A39AEFF60D9D', X'246041279BB3E188F745C58F3D69D10F99B1783704054C58112450786AC44702');
INSERT INTO coins_blocks VALUES (2, 2, 1, 1800000000000000, X'20E414E832236727000A81B85044FC71A87E9AA8441EBD76166C4A3E0FCA212D', X'2FC1A11F67518B6748E511D9B52D17DA79299C9008BBE9BE3A10006F3303E895');
INSERT INTO coins_blocks VALUES (3, 3, 1, 1800000000000000, X'F8951FB38AE769E32385BD5626D2553850C7527BEDFD0D9D9B4B5D025FADC2CB', X'81C4C9443BD950CE28100607256497C6E42809FCAF0E85C378249E3812907EA9');
INSERT INTO coins_blocks VALUES (4, 4, 1, 1800000000000000, X'E71D87E737F45777E1B446D2F93E70E9D8BE242DE21E98393C9E049B41DB36D9', X'0C8B07E52825B166EA41B766268F7EC37D9ADCE51FAEE3D5D4522BE2CC7CEE12');
INSERT INTO coins_blocks VALUES (5, 5, 1, 1800000000000000, X'D07207B845343F404CED59D30A2C76CD5CE58160E5E5C647F3E12DCE5D3C3D46', X'47C0D2AA60E1F34A1A016748B849A85723CCE4D1E826256A95D8F8362F58D265');
INSERT INTO coins_blocks VALUES (6, 6, 1, 1800000000000000, X'83C2557533AF3AA655B8ABDAB754F93D9633CAE23ED7BED5A6F2C14407759A44', X'EF6BC6C3BD3745EBF8EBEDE2B4B2E0884FC16569E25EB7291010B9EA9B5A2F32');
INSERT INTO coins_blocks VALUES (7, 7, 1, 1800000000000000, X'222FB8B9978A880B242BFC24CC398AF828E0FD8DEFCB44EAA4F83DA3582E0D81', X'C99383A3DEA42AB491A479F70B30148618A3E0892553226A9D2C75876D3D5857');
INSERT INTO coins_blocks VALUES (8, 8, 1, 1800000000000000, X'B0973193EEF439320DE11A549CD7332BACA18300D62AD6274CD5951F1CCA7772', X'9CC4FB004505F46E80B856A9284D397E592F70AE3EC49AAE5175A142A4AF9CFB');
INSERT INTO coins_blocks VALUES (9, 9, 1, 1800000000000000, X'F014AD34421B5341ABDADC48E61C3239EB363AB4FCCF070D9FB88057B66E2ED1', X'04FB27EA736FC2FB706EC22F98AB007069DAADF764B66C6C8A275D603E917DA5');
INSERT INTO coins_blocks VALUES (10, 10, 1, 1800000000000000, X'DD72A2F1AFAB0CA4847EC6E705FE81D8D4C8EE0F9365036A6B17CFE51E281F2C', X'5BD5F38B81286DFA8EBFF51B288EDE6174D2CB02B888C145ADDF3E303DE16EE8');
INSERT INTO coins_blocks VALUES (11, 11, 1, 1800000000000000, X'F5E581E1B838E66644E6841DF6AF1E3550CA664F93196B149A37DD91304A537A', X'36684A13C9BB92C1C29931839B71691227A6CA4F631B4A30F8B3834B903FA125');
CREATE TABLE coins_unapproved (
  actor TEXT NOT NULL,
  -- Days since 1970-01-01.
  day INTEGER NOT NULL,
  coins INTEGER NOT NULL CHECK (coins >= 0),
  PRIMARY KEY (actor, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE coins_merges (
  transfer INTEGER PRIMARY KEY REFERENCES coins_transfers (transfer),
  -- Whose coins it moved; they are free to whoever that wallet was merged into from then on.
  account INTEGER NOT NULL REFERENCES coins_accounts (account)
) STRICT;
CREATE TABLE "coins_approvals" (
  approval BLOB PRIMARY KEY CHECK (length(approval) = 16),
  -- What exactly is approved: SHA-256 over the operation or the file.
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
  -- The same in words.
  operation TEXT NOT NULL,
  -- New coins; 0 for what brings none into being, such as another phone number of a user.
  amount INTEGER NOT NULL CHECK (amount >= 0),
  -- What was brought into being under it so far; of a file perhaps in several runs, since each goes on where the last one
  -- stopped.
  granted INTEGER NOT NULL CHECK (granted BETWEEN 0 AND amount),
  reason TEXT,
  -- Who is to get the coins, where it is one user, or whose number it is: an erasure takes the reason away.
  recipient BLOB CHECK (length(recipient) = 16),
  -- 1 pending, 2 approved, 3 declined, 4 used, 5 expired
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 5),
  requested_by TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  -- Of a pending one, until when it can be approved; of an approved one, until when it can be used.
  expires_at INTEGER NOT NULL,
  decided_by TEXT,
  decided_at INTEGER,
  used_by TEXT,
  used_at INTEGER,
  -- Nobody approves a request of their own.
  CHECK (state NOT IN (2, 4) OR (decided_by IS NOT NULL AND decided_by <> requested_by)),
  CHECK ((used_by IS NOT NULL) = (state = 4)),
  CHECK (granted = 0 OR state = 4)
) STRICT;
CREATE TABLE access_tokens (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  -- What the audit log calls whoever acts by it, so it is never given a second time.
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  role TEXT NOT NULL CHECK (role IN ('admin', 'operator', 'integrator', 'support', 'auditor')),
  -- The words of the commands it is for, a line each; null for all that the role may run.
  scopes TEXT CHECK (length(scopes) > 0),
  reads_only INTEGER NOT NULL CHECK (reads_only IN (0, 1)),
  -- Of the whole text of the token.
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  -- When the secret of now was made, and the last entry of the audit log by then: what the log has seen since is time
  -- that has passed for this token, whatever the clock says.
  issued_at INTEGER NOT NULL,
  issued_entry INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > issued_at),
  used_at INTEGER,
  ended_at INTEGER,
  ended_because TEXT CHECK (ended_because IN ('revoked', 'expired')),
  CHECK ((ended_at IS NULL) = (ended_because IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE campaigns_campaigns (
  campaign BLOB PRIMARY KEY CHECK (length(campaign) = 16),
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 55),
  brand TEXT NOT NULL,
  -- 1 draft, 2 running, 3 paused, 4 ended
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 4),
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL CHECK (ends_at > starts_at),
  priority INTEGER NOT NULL,
  -- The name of the segment that it is for, here too so that one that is in use is found.
  segment TEXT,
  -- All of it, as a JSON object: docs/campaigns.md. Times in it are absolute.
  definition TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- When it was started first.
  started_at INTEGER,
  ended_at INTEGER CHECK ((ended_at IS NOT NULL) = (state = 4)),
  CHECK (started_at IS NOT NULL OR state IN (1, 4))
) STRICT;
CREATE TABLE campaigns_segments (
  segment BLOB PRIMARY KEY CHECK (length(segment) = 16),
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 55),
  -- 1 a list, 2 a share of all users, 3 users by the moment since when they are
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 3),
  -- Of a million users.
  share INTEGER CHECK (share BETWEEN 1 AND 1000000),
  since INTEGER,
  before INTEGER,
  created_at INTEGER NOT NULL,
  CHECK ((share IS NOT NULL) = (kind = 2)),
  CHECK ((since IS NOT NULL OR before IS NOT NULL) = (kind = 3)),
  CHECK (since IS NULL OR before IS NULL OR before > since)
) STRICT;
CREATE TABLE campaigns_members (
  segment BLOB NOT NULL REFERENCES campaigns_segments (segment),
  member BLOB NOT NULL CHECK (length(member) = 16),
  PRIMARY KEY (segment, member)
) STRICT, WITHOUT ROWID;
CREATE TABLE campaigns_version (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
) STRICT;
INSERT INTO campaigns_version VALUES (1, 1);
CREATE TABLE draws_windows (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  opens_at INTEGER NOT NULL,
  closes_at INTEGER NOT NULL CHECK (closes_at > opens_at),
  committed_at INTEGER NOT NULL CHECK (committed_at <= opens_at),
  -- BLAKE2b-256 of the secret.
  commitment BLOB NOT NULL CHECK (length(commitment) = 32),
  revealed_at INTEGER CHECK (revealed_at >= closes_at),
  secret BLOB CHECK (length(secret) = 32),
  -- How many draws there were, and the Merkle root over them.
  draws INTEGER CHECK (draws >= 0),
  root BLOB CHECK (length(root) = 32),
  CHECK ((revealed_at IS NULL) = (secret IS NULL)),
  CHECK ((revealed_at IS NULL) = (draws IS NULL)),
  CHECK ((revealed_at IS NULL) = (root IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE draws_raffles (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  -- How many may win.
  winners INTEGER NOT NULL CHECK (winners BETWEEN 1 AND 100000),
  -- Which public value will be mixed in; null for none.
  beacon_name TEXT CHECK (length(beacon_name) BETWEEN 1 AND 500),
  commitment BLOB NOT NULL CHECK (length(commitment) = 32),
  created_at INTEGER NOT NULL,
  frozen_at INTEGER,
  entrants INTEGER CHECK (entrants >= 1),
  tickets INTEGER CHECK (tickets >= entrants),
  root BLOB CHECK (length(root) = 32),
  drawn_at INTEGER,
  beacon TEXT CHECK (length(beacon) BETWEEN 1 AND 500),
  secret BLOB CHECK (length(secret) = 32),
  CHECK ((frozen_at IS NULL) = (entrants IS NULL)),
  CHECK ((frozen_at IS NULL) = (tickets IS NULL)),
  CHECK ((frozen_at IS NULL) = (root IS NULL)),
  CHECK (drawn_at IS NULL OR frozen_at IS NOT NULL),
  CHECK ((drawn_at IS NULL) = (secret IS NULL)),
  CHECK ((beacon IS NOT NULL) = (beacon_name IS NOT NULL AND drawn_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE draws_entries (
  raffle BLOB NOT NULL REFERENCES draws_raffles (id),
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  user BLOB NOT NULL CHECK (length(user) = 16),
  tickets INTEGER NOT NULL CHECK (tickets BETWEEN 1 AND 1000000000),
  entered_at INTEGER NOT NULL,
  PRIMARY KEY (raffle, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE draws_entrants (
  raffle BLOB NOT NULL REFERENCES draws_raffles (id),
  entrant BLOB NOT NULL CHECK (length(entrant) = 16),
  tickets INTEGER NOT NULL CHECK (tickets >= 1),
  user BLOB CHECK (length(user) = 16),
  -- 1 for the first winner; null for who hasn't won.
  place INTEGER CHECK (place >= 1),
  PRIMARY KEY (raffle, entrant)
) STRICT, WITHOUT ROWID;
CREATE TABLE shakes_shakes (
  -- 1, 2, 3, … in the order of deciding.
  shake INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  -- Who shook, under the id of that time.
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  type TEXT NOT NULL CHECK (length(type) > 0),
  key TEXT CHECK (length(key) BETWEEN 1 AND 200),
  -- BLAKE2b-256 of the request.
  fingerprint BLOB CHECK (length(fingerprint) = 32),
  -- When it was received.
  at INTEGER NOT NULL,
  -- 1 won, 2 nothing, 3 refused
  outcome INTEGER NOT NULL CHECK (outcome BETWEEN 1 AND 3),
  refusal TEXT CHECK (length(refusal) > 0),
  units INTEGER NOT NULL CHECK (units >= 0),
  coins INTEGER NOT NULL CHECK (coins >= 0),
  -- In the ledger.
  transfer BLOB CHECK (length(transfer) = 16),
  -- The number drawn, and below which: 64 bits without a sign.
  drawn INTEGER,
  bound INTEGER,
  draw_window BLOB CHECK (length(draw_window) = 16),
  -- 1 once for the user, 2 once for everybody
  claim_scope INTEGER CHECK (claim_scope IN (1, 2)),
  claim TEXT CHECK (length(claim) > 0),
  directive TEXT,
  -- The same user's shake in the same campaign before it.
  previous INTEGER CHECK (previous < shake),
  -- What the steps found, as a JSON object; NULL once the user was erased.
  trace TEXT,
  CHECK ((key IS NULL) = (fingerprint IS NULL)),
  CHECK ((outcome = 3) = (refusal IS NOT NULL)),
  CHECK ((outcome = 1) = (coins > 0)),
  CHECK ((outcome = 1) = (transfer IS NOT NULL)),
  CHECK ((drawn IS NULL) = (bound IS NULL) AND (drawn IS NULL) = (draw_window IS NULL)),
  CHECK ((claim IS NULL) = (claim_scope IS NULL))
) STRICT;
CREATE TABLE shakes_tallies (
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  shakes INTEGER NOT NULL CHECK (shakes >= 0),
  -- Accepted ones; in all, and on the latest day with one (days since 1970-01-01 in the campaign's time zone).
  attempts INTEGER NOT NULL CHECK (attempts BETWEEN 0 AND shakes),
  wins INTEGER NOT NULL CHECK (wins BETWEEN 0 AND attempts),
  coins INTEGER NOT NULL CHECK (coins >= 0),
  day INTEGER,
  attempts_today INTEGER NOT NULL CHECK (attempts_today >= 0),
  -- The last one that did not come too soon, and until when its pace is used up (GCRA's arrival time).
  last_at INTEGER,
  arrival INTEGER,
  -- Where the list of the user's shakes in the campaign begins.
  last_shake INTEGER,
  -- Into whom the user was merged: what is counted was added to theirs.
  survivor BLOB CHECK (length(survivor) = 16),
  PRIMARY KEY (user_id, campaign)
) STRICT, WITHOUT ROWID;
CREATE TABLE shakes_totals (
  campaign BLOB PRIMARY KEY CHECK (length(campaign) = 16),
  shakes INTEGER NOT NULL CHECK (shakes >= 0),
  accepted INTEGER NOT NULL CHECK (accepted BETWEEN 0 AND shakes),
  wins INTEGER NOT NULL CHECK (wins BETWEEN 0 AND accepted),
  coins INTEGER NOT NULL CHECK (coins >= 0),
  -- Users with a shake, with an accepted one, with one that won.
  users INTEGER NOT NULL CHECK (users >= 0),
  takers INTEGER NOT NULL CHECK (takers BETWEEN 0 AND users),
  winners INTEGER NOT NULL CHECK (winners BETWEEN 0 AND takers),
  -- The latest day with a win, and its coins.
  day INTEGER,
  coins_today INTEGER NOT NULL CHECK (coins_today >= 0),
  -- What is in the jackpot.
  pot INTEGER CHECK (pot >= 0)
) STRICT, WITHOUT ROWID;
CREATE TABLE shakes_hours (
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  hour INTEGER NOT NULL,
  shakes INTEGER NOT NULL,
  won INTEGER NOT NULL,
  coins INTEGER NOT NULL,
  PRIMARY KEY (campaign, hour)
) STRICT, WITHOUT ROWID;
CREATE TABLE shakes_refusals (
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  code TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (campaign, code)
) STRICT, WITHOUT ROWID;
CREATE TABLE shakes_claims (
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  claim TEXT NOT NULL CHECK (length(claim) > 0),
  -- Whose it is; sixteen zeros where it counts once for everybody.
  owner BLOB NOT NULL CHECK (length(owner) = 16),
  shake BLOB NOT NULL CHECK (length(shake) = 16),
  PRIMARY KEY (campaign, claim, owner)
) STRICT, WITHOUT ROWID;
CREATE TABLE shakes_devices (
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  day INTEGER NOT NULL,
  -- A keyed hash of what the device calls itself.
  device BLOB NOT NULL CHECK (length(device) = 16),
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  PRIMARY KEY (campaign, day, device, user_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE shakes_pending (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  type TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  -- Until before this moment it can go on.
  until INTEGER NOT NULL,
  step TEXT NOT NULL,
  -- The hold on the budget, and how many coins it keeps.
  hold BLOB CHECK (length(hold) = 16),
  reserved INTEGER CHECK (reserved > 0),
  directive TEXT,
  CHECK ((hold IS NULL) = (reserved IS NULL)),
  UNIQUE (user_id, campaign, type)
) STRICT, WITHOUT ROWID;
CREATE TABLE shakes_outbox (
  number INTEGER PRIMARY KEY,
  shake BLOB NOT NULL CHECK (length(shake) = 16)
) STRICT;
CREATE TABLE shakes_directive_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL CHECK (version > 0)
) STRICT;
INSERT INTO shakes_directive_state VALUES (1, 1);
CREATE TABLE shakes_directives (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64),
  -- A JSON object, as docs/directives.md describes it.
  directive TEXT NOT NULL CHECK (length(directive) > 0),
  added_at INTEGER NOT NULL
) STRICT;
CREATE TABLE shakes_directive_sources (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 40),
  url TEXT NOT NULL CHECK (length(url) > 0),
  -- Ed25519 public keys in Base64, a blank between them: any of them may sign.
  keys TEXT NOT NULL CHECK (length(keys) >= 44),
  -- The item of the vault with the bearer token.
  token_service TEXT,
  token_account TEXT,
  -- Microseconds for which a copy holds that could not be renewed; NULL for ever.
  max_age INTEGER CHECK (max_age > 0),
  added_at INTEGER NOT NULL,
  CHECK ((token_service IS NULL) = (token_account IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE shakes_directive_copies (
  source TEXT PRIMARY KEY REFERENCES shakes_directive_sources (name) ON DELETE CASCADE,
  body BLOB,
  etag TEXT,
  -- What the body says; it never goes down.
  version INTEGER CHECK (version >= 0),
  -- When the source last said that this is what holds.
  confirmed_at INTEGER,
  tried_at INTEGER NOT NULL,
  -- Why the last try was in vain: a stable code and a sentence; and since when it is so.
  fault_code TEXT,
  fault TEXT,
  failing_since INTEGER, failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0), retry_at INTEGER, leased_until INTEGER,
  CHECK ((body IS NULL) = (version IS NULL) AND (body IS NULL) = (confirmed_at IS NULL)),
  CHECK ((fault IS NULL) = (fault_code IS NULL) AND (fault IS NULL) = (failing_since IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE shakes_webhooks (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  url TEXT NOT NULL CHECK (length(url) > 0),
  -- Which events, a bit for each: 1 shake.won, 2 shake.nothing, 4 shake.refused.
  events INTEGER NOT NULL CHECK (events BETWEEN 1 AND 7),
  -- Of this campaign alone.
  campaign BLOB CHECK (length(campaign) = 16),
  -- Whether it may lie in a private network.
  allows_private INTEGER NOT NULL CHECK (allows_private IN (0, 1)),
  -- Milliseconds that a delivery may take.
  time_limit INTEGER NOT NULL CHECK (time_limit BETWEEN 2000 AND 10000),
  added_at INTEGER NOT NULL,
  -- Everything in the outbox up to this number is done.
  position INTEGER NOT NULL CHECK (position >= 0),
  -- 1 delivers, 2 paused by somebody, 3 paused after failing too long, 4 paused because its receiver is gone
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 4),
  delivered INTEGER NOT NULL CHECK (delivered >= 0),
  delivered_at INTEGER,
  -- Tries in vain since the last one that went well, when the first of them was, and when the next one is due.
  failures INTEGER NOT NULL CHECK (failures >= 0),
  failing_since INTEGER,
  retry_at INTEGER,
  fault TEXT,
  -- Until when a process has it in its hands.
  leased_until INTEGER, owner TEXT CHECK (length(owner) > 0), tells_users INTEGER CHECK (tells_users IN (0, 1)), granted_by TEXT CHECK (length(granted_by) > 0),
  CHECK ((failures = 0) = (failing_since IS NULL) AND (failures = 0) = (retry_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE shakes_settlements (
  shake BLOB NOT NULL CHECK (length(shake) = 16),
  -- Of the same shake: 1, 2, 3, …
  number INTEGER NOT NULL CHECK (number > 0),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  at INTEGER NOT NULL,
  -- Why it doesn't count after all; NULL where it does.
  refusal TEXT CHECK (length(refusal) > 0),
  units INTEGER NOT NULL CHECK (units >= 0),
  -- What it is worth before any cap.
  prize INTEGER NOT NULL CHECK (prize >= 0),
  -- Paid now; below 0 taken back.
  coins INTEGER NOT NULL,
  -- How many wins more that makes.
  wins INTEGER NOT NULL CHECK (wins BETWEEN -1 AND 1),
  -- In the ledger, of what was paid now.
  transfer BLOB CHECK (length(transfer) = 16),
  PRIMARY KEY (shake, number),
  CHECK ((coins > 0) = (transfer IS NOT NULL)),
  CHECK (refusal IS NULL OR (prize = 0 AND units = 0))
) STRICT, WITHOUT ROWID;
CREATE TABLE tvshake_channels (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 64),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE tvshake_programmes (
  channel TEXT NOT NULL REFERENCES tvshake_channels (name),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  PRIMARY KEY (channel, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE tvshake_windows (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  channel TEXT NOT NULL,
  programme TEXT NOT NULL,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL CHECK (ends_at > starts_at),
  -- In which it was announced, for what people read.
  time_zone TEXT NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64),
  -- The event of the schedule that says so, its occurrence (when it was planned at first), and its revision.
  source_uid TEXT NOT NULL CHECK (length(source_uid) BETWEEN 1 AND 255),
  source_instance INTEGER NOT NULL,
  source_sequence INTEGER NOT NULL CHECK (source_sequence >= 0),
  -- A broadcast that was called off keeps its row: whoever has shaken in it has, should it come back.
  removed_at INTEGER,
  UNIQUE (channel, source_uid, source_instance),
  FOREIGN KEY (channel, programme) REFERENCES tvshake_programmes (channel, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE tvshake_codes (
  window_id BLOB PRIMARY KEY REFERENCES tvshake_windows (id),
  code TEXT NOT NULL CHECK (length(code) BETWEEN 4 AND 32),
  set_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE tvshake_wrong_codes (
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  window_id BLOB NOT NULL REFERENCES tvshake_windows (id),
  tries INTEGER NOT NULL CHECK (tries > 0),
  last_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, window_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE tvshake_schedule (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL
) STRICT;
INSERT INTO tvshake_schedule VALUES (1, 1);
CREATE TABLE readshake_texts (
  text INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  edition INTEGER NOT NULL CHECK (edition >= 1),
  title TEXT CHECK (length(title) BETWEEN 1 AND 200),
  -- Markdown.
  body TEXT NOT NULL CHECK (length(body) > 0),
  words INTEGER NOT NULL CHECK (words >= 1),
  added_at INTEGER NOT NULL,
  -- When it was taken out of use; it stays for those who have begun.
  removed_at INTEGER,
  UNIQUE (name, edition)
) STRICT;
CREATE TABLE readshake_questionnaires (
  questionnaire INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  edition INTEGER NOT NULL CHECK (edition >= 1),
  -- The file's format: gift, aiken, json.
  source TEXT NOT NULL CHECK (source IN ('gift', 'aiken', 'json')),
  imported_at INTEGER NOT NULL,
  removed_at INTEGER,
  UNIQUE (name, edition)
) STRICT;
CREATE TABLE readshake_questions (
  questionnaire INTEGER NOT NULL REFERENCES readshake_questionnaires (questionnaire),
  -- From 0, as they stood in the file.
  place INTEGER NOT NULL CHECK (place >= 0),
  kind TEXT NOT NULL CHECK (length(kind) > 0),
  -- JSON, as `read.questions/1` has it.
  content TEXT NOT NULL CHECK (length(content) > 0),
  PRIMARY KEY (questionnaire, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE readshake_sessions (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  -- 0 but for those that came from a user who was merged.
  sequence INTEGER NOT NULL CHECK (sequence >= 0),
  text INTEGER NOT NULL REFERENCES readshake_texts (text),
  questionnaire INTEGER NOT NULL REFERENCES readshake_questionnaires (questionnaire),
  -- The order in which questions and choices are shown follows from it.
  seed INTEGER NOT NULL,
  -- What is shuffled: bit 0 questions, bit 1 choices.
  shuffles INTEGER NOT NULL CHECK (shuffles BETWEEN 0 AND 3),
  opened_at INTEGER NOT NULL,
  -- When the shake was accepted.
  submitted_at INTEGER,
  UNIQUE (campaign, user_id, sequence)
) STRICT, WITHOUT ROWID;
CREATE TABLE readshake_answers (
  session BLOB NOT NULL REFERENCES readshake_sessions (id),
  place INTEGER NOT NULL CHECK (place >= 0),
  at INTEGER NOT NULL,
  -- JSON: choices by their index in the file, from 0; null for free text.
  answer TEXT NOT NULL CHECK (length(answer) > 0),
  -- Hundred-thousandths of a percent, 0 to 100 %; null for what has no right answer.
  credit INTEGER CHECK (credit BETWEEN 0 AND 10000000),
  PRIMARY KEY (session, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE readshake_words (
  session BLOB NOT NULL CHECK (length(session) = 16),
  place INTEGER NOT NULL CHECK (place >= 0),
  content TEXT NOT NULL,
  PRIMARY KEY (session, place),
  FOREIGN KEY (session, place) REFERENCES readshake_answers (session, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE videoshake_videos (
  video INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  -- Milliseconds, at most a day.
  length INTEGER NOT NULL CHECK (length BETWEEN 1 AND 86400000),
  -- Where players find it; NULL where they know.
  url TEXT CHECK (length(url) BETWEEN 1 AND 2000),
  -- What the file's header said; NULL where the length was given by hand.
  width INTEGER CHECK (width > 0),
  height INTEGER CHECK (height > 0),
  codec TEXT CHECK (length(codec) BETWEEN 1 AND 32),
  container TEXT CHECK (length(container) BETWEEN 1 AND 32),
  added_at INTEGER NOT NULL,
  removed_at INTEGER CHECK (removed_at >= 0)
) STRICT;
CREATE TABLE videoshake_sessions (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  user BLOB NOT NULL CHECK (length(user) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  video INTEGER NOT NULL REFERENCES videoshake_videos,
  -- Of the video when the session began.
  length INTEGER NOT NULL CHECK (length BETWEEN 1 AND 86400000),
  -- 1 open, 2 finished and accepted, 3 ended by a later session of the user or with the user.
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 3),
  started_at INTEGER NOT NULL,
  -- Until before this moment it can be finished.
  until INTEGER NOT NULL CHECK (until > started_at),
  -- The greatest time at which it was heard of, so that a clock that is set back doesn't make it young again.
  latest_at INTEGER NOT NULL CHECK (latest_at >= started_at),
  -- The last heartbeat: its number and time, and the player as it was then. 0 is the start itself.
  sequence INTEGER NOT NULL CHECK (sequence >= 0),
  heard_at INTEGER NOT NULL CHECK (heard_at <= latest_at),
  position INTEGER NOT NULL CHECK (position BETWEEN 0 AND length),
  visible INTEGER NOT NULL CHECK (visible IN (0, 1)),
  muted INTEGER NOT NULL CHECK (muted IN (0, 1)),
  -- In thousandths.
  rate INTEGER NOT NULL CHECK (rate BETWEEN 0 AND 100000),
  -- Ranges of milliseconds that were watched: start and end of each, four bytes each, most significant first; at most 128.
  watched BLOB NOT NULL CHECK (length(watched) % 8 = 0 AND length(watched) <= 1024),
  watched_total INTEGER NOT NULL CHECK (watched_total BETWEEN 0 AND length),
  credit INTEGER NOT NULL CHECK (credit >= 0),
  hidden_for INTEGER NOT NULL CHECK (hidden_for >= 0),
  -- How often what lay between two heartbeats didn't count.
  jumps INTEGER NOT NULL DEFAULT 0 CHECK (jumps >= 0),
  hiddens INTEGER NOT NULL DEFAULT 0 CHECK (hiddens >= 0),
  mutes INTEGER NOT NULL DEFAULT 0 CHECK (mutes >= 0),
  rates INTEGER NOT NULL DEFAULT 0 CHECK (rates >= 0),
  gaps INTEGER NOT NULL DEFAULT 0 CHECK (gaps >= 0),
  -- When the question was put, when it was answered, and whether rightly.
  asked_at INTEGER,
  answered_at INTEGER,
  is_right INTEGER CHECK (is_right IN (0, 1)),
  -- When a quarter, half, three quarters and (nearly) all of it had been watched.
  first_quartile_at INTEGER,
  midpoint_at INTEGER,
  third_quartile_at INTEGER,
  complete_at INTEGER,
  finished_at INTEGER,
  CHECK ((finished_at IS NOT NULL) = (state = 2)),
  CHECK ((answered_at IS NULL) = (is_right IS NULL)),
  CHECK (answered_at IS NULL OR asked_at IS NOT NULL),
  CHECK (midpoint_at IS NULL OR first_quartile_at IS NOT NULL),
  CHECK (third_quartile_at IS NULL OR midpoint_at IS NOT NULL),
  CHECK (complete_at IS NULL OR third_quartile_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE TABLE scanshake_products (
  gtin TEXT PRIMARY KEY CHECK (length(gtin) = 14),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  brand TEXT CHECK (length(brand) BETWEEN 1 AND 100),
  category TEXT CHECK (length(category) BETWEEN 1 AND 100),
  -- Where its picture is.
  picture TEXT CHECK (length(picture) BETWEEN 1 AND 2000),
  -- Units that an award may count; NULL for one.
  coins INTEGER CHECK (coins BETWEEN 0 AND 1000000000),
  -- The one campaign in which it counts; NULL for all.
  campaign BLOB CHECK (length(campaign) = 16),
  added_at INTEGER NOT NULL,
  -- A product that was taken out keeps its row, for the scans of it.
  removed_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE scanshake_prefixes (
  prefix TEXT PRIMARY KEY CHECK (length(prefix) BETWEEN 3 AND 12),
  brand TEXT NOT NULL CHECK (length(brand) BETWEEN 1 AND 100),
  set_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE scanshake_scans (
  shake BLOB PRIMARY KEY CHECK (length(shake) = 16),
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  gtin TEXT NOT NULL REFERENCES scanshake_products (gtin),
  batch TEXT CHECK (length(batch) BETWEEN 1 AND 20),
  serial TEXT CHECK (length(serial) BETWEEN 1 AND 20),
  -- SHA-256 of the picture, which is not kept; NULL where the code was typed.
  picture BLOB CHECK (length(picture) = 32),
  symbology TEXT CHECK (length(symbology) BETWEEN 1 AND 40),
  -- Thousandths of the picture that look like a screen.
  screen INTEGER NOT NULL CHECK (screen BETWEEN 0 AND 1000),
  place TEXT,
  -- 0 nothing to review, 1 to be reviewed, 2 found to be right, 3 found to be wrong.
  review INTEGER NOT NULL CHECK (review BETWEEN 0 AND 3),
  scanned_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE receiptshake_receipts (
  -- 1, 2, 3, … in the order of handing in.
  receipt INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  shake BLOB NOT NULL UNIQUE CHECK (length(shake) = 16),
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  at INTEGER NOT NULL,
  -- 1 counted at once, 2 in review, 3 approved, 4 rejected, 5 its user was erased before anybody had decided
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 5),
  -- What was not sure, or looked suspicious: words with commas between them.
  signs TEXT NOT NULL,
  decided_at INTEGER,
  -- Keyed hashes: of the picture's SHA-256; of merchant, day and total with the time of day or with the number of the
  -- transaction, where these could be read; of how the picture looks.
  picture BLOB NOT NULL UNIQUE CHECK (length(picture) = 16),
  by_time BLOB CHECK (length(by_time) = 16),
  by_number BLOB CHECK (length(by_number) = 16),
  look BLOB CHECK (length(look) = 16),
  -- Of each number in it, eight bytes in ascending order.
  tokens BLOB NOT NULL CHECK (length(tokens) % 8 = 0),
  -- The receipt that it resembles most, and how much, in thousandths.
  alike BLOB CHECK (length(alike) = 16),
  likeness INTEGER CHECK (likeness BETWEEN 0 AND 1000),
  -- What it says, encrypted; NULL once the user was erased.
  reading BLOB,
  CHECK ((alike IS NULL) = (likeness IS NULL)),
  CHECK (state <> 2 OR decided_at IS NULL)
) STRICT;
CREATE TABLE receiptshake_features (
  feature INTEGER NOT NULL,
  receipt INTEGER NOT NULL,
  PRIMARY KEY (feature, receipt)
) STRICT, WITHOUT ROWID;
CREATE TABLE receiptshake_pictures (
  receipt INTEGER PRIMARY KEY REFERENCES receiptshake_receipts,
  box BLOB NOT NULL CHECK (length(box) > 40),
  until INTEGER NOT NULL
) STRICT;
CREATE TABLE vouchers_series (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  -- What commands call it, for ever.
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 55),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  -- What one is worth, in the currency's smallest unit; null for a good, which the title names.
  value INTEGER CHECK (value > 0),
  value_currency TEXT CHECK (length(value_currency) = 3),
  -- What a purchase must come to.
  minimum INTEGER CHECK (minimum > 0),
  minimum_currency TEXT CHECK (length(minimum_currency) = 3),
  start_at INTEGER,
  -- Until before this moment.
  end_at INTEGER CHECK (end_at > start_at),
  -- How long one is good after it was handed over, as a duration of ISO 8601.
  validity TEXT CHECK (length(validity) BETWEEN 2 AND 40),
  -- How often one can be used.
  uses INTEGER NOT NULL CHECK (uses BETWEEN 1 AND 1000000),
  -- 1: made here as stock; 2: made here when one is handed over; 3: a brand's list.
  source INTEGER NOT NULL CHECK (source IN (1, 2, 3)),
  -- 1: QR; 2: Code 128; 3: EAN-13.
  symbology INTEGER NOT NULL CHECK (symbology IN (1, 2, 3)),
  -- The first two digits of EAN-13 codes that are made here.
  prefix TEXT CHECK (length(prefix) = 2),
  created_at INTEGER NOT NULL,
  -- How many there are, and how many of these nobody has: counted, since a count of a million takes too long.
  made INTEGER NOT NULL CHECK (made >= 0),
  free INTEGER NOT NULL CHECK (free >= 0 AND free <= made),
  -- All of its vouchers are worthless since then.
  voided_at INTEGER, keeps_rest INTEGER NOT NULL DEFAULT 0
  CHECK (keeps_rest IN (0, 1) AND (keeps_rest = 0 OR value IS NOT NULL)),
  CHECK ((value IS NULL) = (value_currency IS NULL)),
  CHECK ((minimum IS NULL) = (minimum_currency IS NULL)),
  CHECK ((prefix IS NOT NULL) = (symbology = 3 AND source <> 3))
) STRICT, WITHOUT ROWID;
CREATE TABLE vouchers_vouchers (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  series BLOB NOT NULL REFERENCES vouchers_series (id),
  hash BLOB NOT NULL CHECK (length(hash) = 16),
  box BLOB NOT NULL CHECK (length(box) BETWEEN 44 AND 300),
  -- 1: nobody has it; 2: somebody has it; 3: used as often as can be; 4: void.
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 4),
  -- Uses that were not taken back.
  used INTEGER NOT NULL CHECK (used >= 0),
  handed_at INTEGER,
  -- Whom it was handed to; null where it went into a file, or where that user was erased.
  user BLOB CHECK (length(user) = 16),
  -- The idempotency key of that.
  key TEXT CHECK (length(key) BETWEEN 1 AND 200),
  -- With which others it went into a file.
  batch BLOB CHECK (length(batch) = 16),
  -- Until before this moment, where the series gives so long after it was handed over.
  end_at INTEGER, spent INTEGER NOT NULL DEFAULT 0 CHECK (spent >= 0 AND (used > 0 OR spent = 0)),
  CHECK (state = 4 OR (state = 1) = (handed_at IS NULL)),
  CHECK (state <> 3 OR used > 0),
  CHECK (handed_at IS NOT NULL OR (used = 0 AND user IS NULL AND key IS NULL AND batch IS NULL AND end_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE vouchers_batches (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  series BLOB NOT NULL REFERENCES vouchers_series (id),
  -- 1: generated as stock; 2: generated into a file; 3: out of the stock into a file.
  kind INTEGER NOT NULL CHECK (kind IN (1, 2, 3)),
  -- The idempotency key.
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  wanted INTEGER NOT NULL CHECK (wanted > 0),
  done INTEGER NOT NULL CHECK (done >= 0 AND done <= wanted),
  created_at INTEGER NOT NULL,
  -- The first and the last of its vouchers.
  first BLOB CHECK (length(first) = 16),
  last BLOB CHECK (length(last) = 16)
) STRICT, WITHOUT ROWID;
CREATE TABLE vouchers_uses (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  voucher BLOB NOT NULL REFERENCES vouchers_vouchers (id),
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  till TEXT CHECK (length(till) BETWEEN 1 AND 64),
  purchase INTEGER CHECK (purchase >= 0),
  purchase_currency TEXT CHECK (length(purchase_currency) = 3),
  used_at INTEGER NOT NULL,
  restored_at INTEGER, deducted INTEGER CHECK (deducted > 0),
  CHECK ((purchase IS NULL) = (purchase_currency IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE vouchers_misses (
  made_at INTEGER NOT NULL,
  principal TEXT NOT NULL,
  till TEXT NOT NULL
) STRICT;
CREATE TABLE rewards_rewards (
  reward BLOB PRIMARY KEY CHECK (length(reward) = 16),
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 55),
  brand TEXT NOT NULL,
  -- 1 draft, 2 published, 3 retired
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 3),
  starts_at INTEGER,
  ends_at INTEGER CHECK (ends_at > starts_at),
  -- What counts its pieces in the ledger; nothing where there are as many as are wanted.
  asset INTEGER UNIQUE CHECK (asset > 1),
  -- The rest of it, as a JSON object: docs/rewards.md. Times in it are absolute.
  definition TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  published_at INTEGER,
  retired_at INTEGER CHECK ((retired_at IS NOT NULL) = (state = 3)),
  CHECK (published_at IS NOT NULL OR state <> 2)
) STRICT;
CREATE TABLE rewards_prices (
  entry INTEGER PRIMARY KEY,
  reward BLOB NOT NULL REFERENCES rewards_rewards (reward),
  from_at INTEGER NOT NULL,
  until_at INTEGER CHECK (until_at > from_at),
  coins INTEGER CHECK (coins BETWEEN 1 AND 1000000000000000),
  percent_off INTEGER CHECK (percent_off BETWEEN 1 AND 99),
  recorded_at INTEGER NOT NULL,
  CHECK ((coins IS NULL) <> (percent_off IS NULL)),
  CHECK (percent_off IS NULL OR until_at IS NOT NULL),
  -- What users paid before stays what it was.
  CHECK (from_at >= recorded_at)
) STRICT;
CREATE TABLE rewards_withdrawn_prices (
  entry INTEGER PRIMARY KEY REFERENCES rewards_prices (entry),
  withdrawn_at INTEGER NOT NULL
) STRICT;
CREATE TABLE rewards_stock_changes (
  change INTEGER PRIMARY KEY,
  reward BLOB NOT NULL REFERENCES rewards_rewards (reward),
  -- 1 added, 2 removed, 3 counted
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 3),
  -- As it was asked: how many were added or removed, or are there.
  pieces INTEGER NOT NULL CHECK (pieces >= 0),
  -- How many more lie there by it; less than 0 for fewer.
  difference INTEGER NOT NULL,
  -- How many lie there afterwards, those that are held for users included.
  shelf INTEGER NOT NULL CHECK (shelf >= 0),
  key TEXT UNIQUE CHECK (length(key) BETWEEN 1 AND 200),
  reason TEXT,
  changed_at INTEGER NOT NULL,
  CHECK ((kind = 1 AND difference = pieces) OR (kind = 2 AND difference = -pieces) OR (kind = 3 AND shelf = pieces))
) STRICT;
CREATE TABLE rewards_version (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
) STRICT;
INSERT INTO rewards_version VALUES (1, 1);
CREATE TABLE rewards_redemptions (
  redemption BLOB PRIMARY KEY CHECK (length(redemption) = 16),
  -- The caller's idempotency key.
  key TEXT CHECK (length(key) BETWEEN 1 AND 200),
  reward BLOB NOT NULL REFERENCES rewards_rewards (reward),
  -- Whoever has the coins and the reward by now: a merge moves it on.
  user BLOB NOT NULL CHECK (length(user) = 16),
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 100),
  -- What one cost at that moment, and what all of them did.
  price INTEGER NOT NULL CHECK (price > 0),
  coins INTEGER NOT NULL CHECK (coins = price * quantity),
  -- As it was asked: a repeat has to ask the same.
  asked_to_hold INTEGER NOT NULL CHECK (asked_to_hold IN (0, 1)),
  at_most INTEGER CHECK (at_most >= coins),
  -- 1 held, 2 fulfilled, 3 cancelled, 4 refunded as a whole
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 4),
  redeemed_at INTEGER NOT NULL,
  -- Of what was held: when ledger and state give it up by themselves.
  held_until INTEGER CHECK (held_until > redeemed_at),
  fulfilled_at INTEGER CHECK ((fulfilled_at IS NOT NULL) = (state IN (2, 4))),
  -- When it was cancelled or refunded as a whole.
  ended_at INTEGER CHECK ((ended_at IS NOT NULL) = (state IN (3, 4))),
  -- The transfer, or the hold, of each in the ledger.
  coins_transfer BLOB NOT NULL UNIQUE CHECK (length(coins_transfer) = 16),
  stock_transfer BLOB UNIQUE CHECK (length(stock_transfer) = 16),
  -- Where a parcel is, why it was cancelled: free text, which an erasure takes away.
  note TEXT,
  reason TEXT,
  CHECK (state NOT IN (1, 3) OR held_until IS NOT NULL)
) STRICT;
CREATE TABLE rewards_redeemed_vouchers (
  redemption BLOB NOT NULL REFERENCES rewards_redemptions (redemption),
  -- 1, 2, … up to the quantity.
  number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 100),
  voucher BLOB NOT NULL UNIQUE CHECK (length(voucher) = 16),
  PRIMARY KEY (redemption, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE rewards_refunds (
  refund BLOB PRIMARY KEY CHECK (length(refund) = 16),
  redemption BLOB NOT NULL REFERENCES rewards_redemptions (redemption),
  -- 1, 2, … of its redemption.
  number INTEGER NOT NULL CHECK (number > 0),
  key TEXT CHECK (length(key) BETWEEN 1 AND 200),
  coins INTEGER NOT NULL CHECK (coins > 0),
  -- As it was asked, for repeats: nothing where it was left open.
  asked_coins INTEGER CHECK (asked_coins = coins),
  asked_to_restock INTEGER CHECK (asked_to_restock IN (0, 1)),
  asked_to_keep_voucher INTEGER NOT NULL CHECK (asked_to_keep_voucher IN (0, 1)),
  -- Pieces that went back to the shelf.
  pieces INTEGER NOT NULL CHECK (pieces >= 0),
  voided INTEGER NOT NULL CHECK (voided IN (0, 1)),
  at INTEGER NOT NULL,
  coins_transfer BLOB NOT NULL UNIQUE CHECK (length(coins_transfer) = 16),
  stock_transfer BLOB UNIQUE CHECK (length(stock_transfer) = 16),
  -- Where coins had expired meanwhile: the transfer that brought as many anew, and how many.
  anew_transfer BLOB UNIQUE CHECK (length(anew_transfer) = 16),
  anew_coins INTEGER NOT NULL CHECK (anew_coins BETWEEN 0 AND coins),
  reason TEXT,
  UNIQUE (redemption, number),
  CHECK ((anew_transfer IS NOT NULL) = (anew_coins > 0)),
  CHECK ((stock_transfer IS NOT NULL) = (pieces > 0))
) STRICT;
CREATE TABLE rewards_taken (
  reward BLOB PRIMARY KEY REFERENCES rewards_rewards (reward),
  pieces INTEGER NOT NULL CHECK (pieces >= 0)
) STRICT;
CREATE TABLE tiers_tiers (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 55),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  -- Coins earned in a period that lead to it.
  threshold INTEGER NOT NULL UNIQUE CHECK (threshold > 0),
  -- What campaigns pay, in hundredths.
  multiplier INTEGER NOT NULL CHECK (multiplier BETWEEN 100 AND 10000),
  -- For people; empty for none.
  benefits TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE referrals_programmes (
  programme INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 55),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  -- Coins for who brings somebody, and for who is brought; one of them at least.
  referrer_coins INTEGER NOT NULL CHECK (referrer_coins >= 0),
  referee_coins INTEGER NOT NULL CHECK (referee_coins >= 0),
  -- Accepted shakes of the new user that prove that they are one; of this campaign and type, or of any.
  shakes INTEGER NOT NULL CHECK (shakes > 0),
  campaign BLOB CHECK (length(campaign) = 16),
  type TEXT,
  -- 1 trial, 2 signed, 3 pro: what the new user must be in before anything is paid.
  minimum_mode INTEGER NOT NULL CHECK (minimum_mode BETWEEN 1 AND 3),
  -- How long somebody may have been a user when they say who brought them, how long the proof may take from then on, and
  -- how long it is waited after it: periods such as P30D.
  newcomer TEXT NOT NULL,
  within TEXT NOT NULL,
  wait TEXT NOT NULL,
  -- The most that is paid: users that one user brings, and users in all.
  per_referrer INTEGER CHECK (per_referrer > 0),
  total INTEGER CHECK (total > 0),
  -- When coins that are paid expire: a moment or a period; none for never.
  expires TEXT,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER,
  CHECK (referrer_coins + referee_coins > 0)
) STRICT;
CREATE TABLE referrals_codes (
  code TEXT PRIMARY KEY CHECK (length(code) = 8),
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE referrals_claims (
  referee BLOB NOT NULL CHECK (length(referee) = 16),
  programme INTEGER NOT NULL REFERENCES referrals_programmes (programme),
  referrer BLOB NOT NULL CHECK (length(referrer) = 16),
  -- 1 claimed, 2 proved, 3 paid, 4 refused, 5 revoked
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 5),
  claimed_at INTEGER NOT NULL,
  -- Until when the proof must have come; then, from when it can be paid.
  due_at INTEGER NOT NULL,
  -- Shakes that count so far.
  shakes INTEGER NOT NULL CHECK (shakes >= 0),
  -- The last of them.
  shake BLOB CHECK (length(shake) = 16),
  settled_at INTEGER,
  -- In the ledger; none where that side gets nothing.
  referrer_transfer BLOB CHECK (length(referrer_transfer) = 16),
  referee_transfer BLOB CHECK (length(referee_transfer) = 16),
  -- Why nothing was paid: a name for programs.
  refusal TEXT CHECK ((refusal IS NOT NULL) = (state = 4)),
  PRIMARY KEY (referee, programme),
  CHECK ((settled_at IS NOT NULL) = (state >= 3))
) STRICT, WITHOUT ROWID;
CREATE TABLE badges_badges (
  badge INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 55),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  -- For people; empty for none.
  text TEXT NOT NULL,
  -- 1 days in a row, 2 shakes, 3 wins, 4 each of some types, 5 given by hand
  goal INTEGER NOT NULL CHECK (goal BETWEEN 1 AND 5),
  -- How many of them; of types, how many there are.
  number INTEGER NOT NULL CHECK (number > 0),
  -- Names of types, with a space between two.
  types TEXT CHECK ((types IS NOT NULL) = (goal = 4)),
  -- Days that may be missed between two days of a row.
  missed INTEGER NOT NULL CHECK (missed BETWEEN 0 AND 30),
  -- Shakes of this campaign, of this type, count; of all where there is none.
  campaign BLOB CHECK (length(campaign) = 16),
  type TEXT,
  created_at INTEGER NOT NULL,
  -- Nobody gets it from then on.
  retired_at INTEGER
) STRICT;
CREATE TABLE badges_progress (
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  badge INTEGER NOT NULL REFERENCES badges_badges (badge),
  count INTEGER NOT NULL CHECK (count > 0),
  -- Days since 1970-01-01 of the last shake that counted.
  last_day INTEGER NOT NULL,
  -- Of types, those that were seen, sorted, with a space between two.
  seen TEXT,
  PRIMARY KEY (user_id, badge)
) STRICT, WITHOUT ROWID;
CREATE TABLE badges_awards (
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  badge INTEGER NOT NULL REFERENCES badges_badges (badge),
  awarded_at INTEGER NOT NULL,
  -- The shake that completed it; none where it was given by hand.
  shake BLOB CHECK (length(shake) = 16),
  PRIMARY KEY (user_id, badge)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER qix_audit_is_never_updated BEFORE UPDATE ON qix_audit
BEGIN SELECT RAISE(ABORT, 'the audit log is never updated'); END;
CREATE TRIGGER qix_audit_is_never_deleted BEFORE DELETE ON qix_audit
BEGIN SELECT RAISE(ABORT, 'the audit log is never deleted from'); END;
CREATE INDEX qix_batch_parts_by_batch ON qix_batch_parts (batch, part);
CREATE TRIGGER qix_batches_are_never_deleted BEFORE DELETE ON qix_batches
BEGIN SELECT RAISE(ABORT, 'batches are never deleted'); END;
CREATE TRIGGER qix_batch_parts_are_never_updated BEFORE UPDATE ON qix_batch_parts
BEGIN SELECT RAISE(ABORT, 'what was done of a batch is never updated'); END;
CREATE TRIGGER qix_batch_parts_are_never_deleted BEFORE DELETE ON qix_batch_parts
BEGIN SELECT RAISE(ABORT, 'what was done of a batch is never deleted'); END;
CREATE UNIQUE INDEX identity_users_by_external_id ON identity_users (external_id) WHERE external_id IS NOT NULL;
CREATE INDEX identity_users_by_standing ON identity_users (standing) WHERE standing > 1;
CREATE INDEX identity_users_by_survivor ON identity_users (survivor) WHERE survivor IS NOT NULL;
CREATE INDEX identity_accounts_by_user ON identity_accounts (user);
CREATE INDEX identity_code_sends_by_time ON identity_code_sends (made_at);
CREATE INDEX identity_codes_by_time ON identity_codes (made_at);
CREATE INDEX identity_codes_open ON identity_codes (made_at) WHERE state = 1;
CREATE INDEX identity_finds_by_principal ON identity_finds (principal, made_at);
CREATE INDEX identity_finds_by_time ON identity_finds (made_at);
CREATE UNIQUE INDEX coins_accounts_by_name ON coins_accounts (name, asset) WHERE name IS NOT NULL;
CREATE UNIQUE INDEX coins_transfers_by_key ON coins_transfers (key) WHERE key IS NOT NULL;
CREATE INDEX coins_transfers_by_related ON coins_transfers (related) WHERE related IS NOT NULL;
CREATE UNIQUE INDEX coins_transfers_resolve_once ON coins_transfers (related) WHERE kind BETWEEN 8 AND 10;
CREATE INDEX coins_lots_by_expiry ON coins_lots (expires_at) WHERE remaining > 0 AND expires_at IS NOT NULL;
CREATE INDEX coins_draws_by_lot ON coins_draws (lot);
CREATE INDEX coins_holds_open ON coins_holds (debit, times_out_at) WHERE resolved_by IS NULL;
CREATE TRIGGER coins_transfers_are_never_updated BEFORE UPDATE ON coins_transfers
BEGIN SELECT RAISE(ABORT, 'transfers are never updated'); END;
CREATE TRIGGER coins_transfers_are_never_deleted BEFORE DELETE ON coins_transfers
BEGIN SELECT RAISE(ABORT, 'transfers are never deleted'); END;
CREATE TRIGGER coins_entries_are_never_updated BEFORE UPDATE ON coins_entries
BEGIN SELECT RAISE(ABORT, 'entries are never updated'); END;
CREATE TRIGGER coins_entries_are_never_deleted BEFORE DELETE ON coins_entries
BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
CREATE TRIGGER coins_blocks_are_never_updated BEFORE UPDATE ON coins_blocks
BEGIN SELECT RAISE(ABORT, 'blocks are never updated'); END;
CREATE TRIGGER coins_blocks_are_never_deleted BEFORE DELETE ON coins_blocks
BEGIN SELECT RAISE(ABORT, 'blocks are never deleted'); END;
CREATE TRIGGER coins_draws_are_never_updated BEFORE UPDATE ON coins_draws
BEGIN SELECT RAISE(ABORT, 'draws are never updated'); END;
CREATE TRIGGER coins_draws_are_never_deleted BEFORE DELETE ON coins_draws
BEGIN SELECT RAISE(ABORT, 'draws are never deleted'); END;
CREATE TRIGGER coins_lots_are_never_deleted BEFORE DELETE ON coins_lots
BEGIN SELECT RAISE(ABORT, 'lots are never deleted'); END;
CREATE TRIGGER coins_lots_keep_their_origin BEFORE UPDATE OF lot, account, transfer, amount, expires_at ON coins_lots
BEGIN SELECT RAISE(ABORT, 'only what is left of a lot may change'); END;
CREATE TRIGGER coins_accounts_are_never_deleted BEFORE DELETE ON coins_accounts
BEGIN SELECT RAISE(ABORT, 'accounts are never deleted'); END;
CREATE TRIGGER coins_accounts_keep_their_owner BEFORE UPDATE OF account, asset, kind, owner ON coins_accounts
BEGIN SELECT RAISE(ABORT, 'an account keeps its asset, kind and owner'); END;
CREATE TRIGGER coins_holds_are_never_deleted BEFORE DELETE ON coins_holds
BEGIN SELECT RAISE(ABORT, 'holds are never deleted'); END;
CREATE TRIGGER coins_holds_keep_their_origin BEFORE UPDATE OF hold, debit, amount, times_out_at ON coins_holds
BEGIN SELECT RAISE(ABORT, 'only the end of a hold may change'); END;
CREATE TRIGGER coins_holds_resolve_once BEFORE UPDATE ON coins_holds WHEN old.resolved_by IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a hold resolves once'); END;
CREATE INDEX coins_accounts_by_survivor ON coins_accounts (merged_into) WHERE merged_into IS NOT NULL;
CREATE TRIGGER coins_accounts_stay_merged BEFORE UPDATE OF merged_into ON coins_accounts
WHEN old.merged_into IS NOT NULL AND new.merged_into IS NULL
BEGIN SELECT RAISE(ABORT, 'a wallet that was merged stays merged'); END;
CREATE INDEX coins_merges_by_account ON coins_merges (account, transfer);
CREATE TRIGGER coins_merges_are_never_updated BEFORE UPDATE ON coins_merges
BEGIN SELECT RAISE(ABORT, 'merges are never updated'); END;
CREATE TRIGGER coins_merges_are_never_deleted BEFORE DELETE ON coins_merges
BEGIN SELECT RAISE(ABORT, 'merges are never deleted'); END;
CREATE UNIQUE INDEX coins_approvals_open ON coins_approvals (fingerprint) WHERE state IN (1, 2);
CREATE INDEX coins_approvals_used ON coins_approvals (fingerprint) WHERE state = 4;
CREATE INDEX coins_approvals_by_recipient ON coins_approvals (recipient) WHERE recipient IS NOT NULL;
CREATE TRIGGER coins_approvals_are_never_deleted BEFORE DELETE ON coins_approvals
BEGIN SELECT RAISE(ABORT, 'approvals are never deleted'); END;
CREATE TRIGGER coins_approvals_are_used_once
BEFORE UPDATE OF approval, fingerprint, operation, amount, state, requested_by, requested_at, expires_at, decided_by,
  decided_at, used_by, used_at
ON coins_approvals WHEN old.state NOT IN (1, 2)
BEGIN SELECT RAISE(ABORT, 'an approval that is over stays so'); END;
CREATE TRIGGER coins_approvals_ask_for_one_thing
BEFORE UPDATE OF approval, fingerprint, operation, amount, requested_by, requested_at ON coins_approvals
BEGIN SELECT RAISE(ABORT, 'what an approval is for never changes'); END;
CREATE TRIGGER coins_approvals_lose_their_reason BEFORE UPDATE OF reason ON coins_approvals WHEN new.reason IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the reason of a request can only be taken away'); END;
CREATE TRIGGER coins_approvals_are_used_up BEFORE UPDATE OF granted ON coins_approvals WHEN new.granted < old.granted
BEGIN SELECT RAISE(ABORT, 'what was granted stays granted'); END;
CREATE UNIQUE INDEX access_tokens_by_name ON access_tokens (name);
CREATE TRIGGER access_tokens_end_once BEFORE UPDATE ON access_tokens WHEN OLD.ended_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a token that has ended stays so'); END;
CREATE TRIGGER access_tokens_are_never_deleted BEFORE DELETE ON access_tokens
BEGIN SELECT RAISE(ABORT, 'tokens are never deleted'); END;
CREATE INDEX campaigns_campaigns_by_state ON campaigns_campaigns (state);
CREATE TRIGGER campaigns_campaigns_that_ended_stay_so BEFORE UPDATE ON campaigns_campaigns WHEN old.state = 4
BEGIN SELECT RAISE(ABORT, 'a campaign that has ended stays as it is'); END;
CREATE TRIGGER campaigns_campaigns_are_never_deleted BEFORE DELETE ON campaigns_campaigns
BEGIN SELECT RAISE(ABORT, 'campaigns are never deleted'); END;
CREATE TRIGGER campaigns_campaigns_keep_their_name BEFORE UPDATE OF campaign, name ON campaigns_campaigns
BEGIN SELECT RAISE(ABORT, 'a campaign keeps its id and its name'); END;
CREATE INDEX campaigns_members_by_user ON campaigns_members (member);
CREATE UNIQUE INDEX draws_windows_by_campaign ON draws_windows (campaign, opens_at);
CREATE TRIGGER draws_windows_do_not_overlap BEFORE INSERT ON draws_windows
WHEN (
  SELECT closes_at FROM draws_windows WHERE campaign = new.campaign AND opens_at < new.closes_at
  ORDER BY opens_at DESC LIMIT 1
) > new.opens_at
BEGIN SELECT RAISE(ABORT, 'two draw windows of a campaign overlap'); END;
CREATE TRIGGER draws_windows_keep_their_word
BEFORE UPDATE OF id, campaign, opens_at, closes_at, committed_at, commitment ON draws_windows
BEGIN SELECT RAISE(ABORT, 'a draw window stays what was committed to'); END;
CREATE TRIGGER draws_windows_are_revealed_once BEFORE UPDATE ON draws_windows WHEN old.revealed_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a draw window is revealed once'); END;
CREATE TRIGGER draws_windows_are_never_deleted BEFORE DELETE ON draws_windows
BEGIN SELECT RAISE(ABORT, 'draw windows are never deleted'); END;
CREATE UNIQUE INDEX draws_raffles_by_name ON draws_raffles (name);
CREATE TRIGGER draws_raffles_keep_their_word
BEFORE UPDATE OF id, name, winners, beacon_name, commitment, created_at ON draws_raffles
BEGIN SELECT RAISE(ABORT, 'a raffle stays what was committed to'); END;
CREATE TRIGGER draws_raffles_are_frozen_once
BEFORE UPDATE OF frozen_at, entrants, tickets, root ON draws_raffles WHEN old.frozen_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a raffle is frozen once'); END;
CREATE TRIGGER draws_raffles_are_drawn_once BEFORE UPDATE ON draws_raffles WHEN old.drawn_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a raffle is drawn once'); END;
CREATE TRIGGER draws_raffles_are_never_deleted BEFORE DELETE ON draws_raffles
BEGIN SELECT RAISE(ABORT, 'raffles are never deleted'); END;
CREATE INDEX draws_entries_by_user ON draws_entries (user);
CREATE TRIGGER draws_entries_end_with_the_freeze BEFORE INSERT ON draws_entries
WHEN (SELECT frozen_at FROM draws_raffles WHERE id = new.raffle) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'nobody can enter a frozen raffle'); END;
CREATE TRIGGER draws_entries_stay_as_they_are
BEFORE UPDATE OF raffle, key, tickets, entered_at ON draws_entries
BEGIN SELECT RAISE(ABORT, 'an entry stays as it is'); END;
CREATE UNIQUE INDEX draws_entrants_by_place ON draws_entrants (raffle, place) WHERE place IS NOT NULL;
CREATE INDEX draws_entrants_by_user ON draws_entrants (user) WHERE user IS NOT NULL;
CREATE TRIGGER draws_entrants_end_with_the_freeze BEFORE INSERT ON draws_entrants
WHEN (SELECT frozen_at FROM draws_raffles WHERE id = new.raffle) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the list of a raffle is frozen'); END;
CREATE TRIGGER draws_entrants_stay_as_they_are BEFORE UPDATE OF raffle, entrant, tickets ON draws_entrants
BEGIN SELECT RAISE(ABORT, 'the list of a raffle is frozen'); END;
CREATE TRIGGER draws_entrants_win_once BEFORE UPDATE OF place ON draws_entrants
WHEN old.place IS NOT NULL OR (SELECT drawn_at FROM draws_raffles WHERE id = new.raffle) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'winners are drawn once'); END;
CREATE TRIGGER draws_entrants_are_never_deleted BEFORE DELETE ON draws_entrants
BEGIN SELECT RAISE(ABORT, 'the list of a raffle is frozen'); END;
CREATE UNIQUE INDEX shakes_shakes_by_key ON shakes_shakes (key) WHERE key IS NOT NULL;
CREATE INDEX shakes_shakes_by_window ON shakes_shakes (draw_window, id) WHERE draw_window IS NOT NULL;
CREATE TRIGGER shakes_shakes_stay BEFORE DELETE ON shakes_shakes
BEGIN SELECT RAISE(ABORT, 'shakes are never deleted'); END;
CREATE TRIGGER shakes_shakes_stay_as_they_are BEFORE UPDATE OF
  shake, id, campaign, user_id, type, key, fingerprint, at, outcome, refusal, units, coins, transfer, drawn, bound,
  draw_window, claim_scope, claim, directive, previous ON shakes_shakes
BEGIN SELECT RAISE(ABORT, 'shakes are never changed'); END;
CREATE TRIGGER shakes_traces_only_go BEFORE UPDATE OF trace ON shakes_shakes WHEN NEW.trace IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the trace of a shake is never changed'); END;
CREATE INDEX shakes_tallies_by_survivor ON shakes_tallies (survivor) WHERE survivor IS NOT NULL;
CREATE INDEX shakes_pending_by_end ON shakes_pending (until);
CREATE INDEX shakes_settlements_by_campaign ON shakes_settlements (campaign);
CREATE TRIGGER shakes_settlements_stay BEFORE DELETE ON shakes_settlements
BEGIN SELECT RAISE(ABORT, 'settlements are never deleted'); END;
CREATE TRIGGER shakes_settlements_stay_as_they_are BEFORE UPDATE ON shakes_settlements
BEGIN SELECT RAISE(ABORT, 'settlements are never changed'); END;
CREATE INDEX tvshake_windows_by_start ON tvshake_windows (starts_at) WHERE removed_at IS NULL;
CREATE INDEX tvshake_windows_by_end ON tvshake_windows (ends_at) WHERE removed_at IS NULL;
CREATE INDEX tvshake_windows_by_source ON tvshake_windows (source_uid);
CREATE TRIGGER tvshake_windows_are_never_deleted BEFORE DELETE ON tvshake_windows
BEGIN SELECT RAISE(ABORT, 'broadcasts are never deleted'); END;
CREATE INDEX readshake_sessions_by_user ON readshake_sessions (user_id);
CREATE INDEX readshake_sessions_by_questionnaire ON readshake_sessions (questionnaire, submitted_at);
CREATE TRIGGER readshake_answers_are_never_updated BEFORE UPDATE ON readshake_answers
BEGIN SELECT RAISE(ABORT, 'answers are never updated'); END;
CREATE TRIGGER readshake_answers_are_never_deleted BEFORE DELETE ON readshake_answers
BEGIN SELECT RAISE(ABORT, 'answers are never deleted'); END;
CREATE TRIGGER readshake_words_are_never_updated BEFORE UPDATE ON readshake_words
BEGIN SELECT RAISE(ABORT, 'what users wrote is never updated'); END;
CREATE UNIQUE INDEX videoshake_videos_by_name ON videoshake_videos (name) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX videoshake_sessions_open ON videoshake_sessions (user) WHERE state = 1;
CREATE INDEX videoshake_sessions_by_user ON videoshake_sessions (user, campaign, video);
CREATE INDEX videoshake_sessions_by_video ON videoshake_sessions (video, campaign);
CREATE INDEX scanshake_products_by_brand ON scanshake_products (brand, gtin) WHERE removed_at IS NULL;
CREATE INDEX scanshake_scans_by_user ON scanshake_scans (user_id, scanned_at);
CREATE INDEX scanshake_scans_by_review ON scanshake_scans (review, shake) WHERE review > 0;
CREATE UNIQUE INDEX scanshake_scans_by_picture ON scanshake_scans (picture, campaign) WHERE picture IS NOT NULL;
CREATE UNIQUE INDEX scanshake_scans_by_serial ON scanshake_scans (gtin, serial) WHERE serial IS NOT NULL;
CREATE INDEX receiptshake_receipts_by_user ON receiptshake_receipts (user_id, receipt);
CREATE INDEX receiptshake_receipts_in_review ON receiptshake_receipts (at) WHERE state = 2;
CREATE INDEX receiptshake_receipts_by_time ON receiptshake_receipts (by_time) WHERE by_time IS NOT NULL;
CREATE INDEX receiptshake_receipts_by_number ON receiptshake_receipts (by_number) WHERE by_number IS NOT NULL;
CREATE INDEX receiptshake_receipts_by_look ON receiptshake_receipts (look) WHERE look IS NOT NULL;
CREATE INDEX receiptshake_pictures_by_end ON receiptshake_pictures (until);
CREATE UNIQUE INDEX vouchers_series_by_name ON vouchers_series (name);
CREATE TRIGGER vouchers_series_keep_their_word
BEFORE UPDATE OF id, name, title, value, value_currency, minimum, minimum_currency, start_at, end_at, validity, uses,
  source, symbology, prefix, created_at ON vouchers_series
BEGIN SELECT RAISE(ABORT, 'a series of vouchers stays what it was when they were handed over'); END;
CREATE TRIGGER vouchers_series_are_void_for_good
BEFORE UPDATE OF voided_at ON vouchers_series WHEN old.voided_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a series of vouchers is void for good'); END;
CREATE TRIGGER vouchers_series_are_never_deleted BEFORE DELETE ON vouchers_series
BEGIN SELECT RAISE(ABORT, 'series of vouchers are never deleted'); END;
CREATE UNIQUE INDEX vouchers_by_hash ON vouchers_vouchers (hash);
CREATE INDEX vouchers_by_series ON vouchers_vouchers (series, state, id);
CREATE UNIQUE INDEX vouchers_by_key ON vouchers_vouchers (series, key) WHERE key IS NOT NULL;
CREATE INDEX vouchers_by_user ON vouchers_vouchers (user) WHERE user IS NOT NULL;
CREATE TRIGGER vouchers_stay_what_they_are BEFORE UPDATE OF id, series, hash, box ON vouchers_vouchers
BEGIN SELECT RAISE(ABORT, 'a voucher stays what it is'); END;
CREATE TRIGGER vouchers_are_handed_over_once BEFORE UPDATE OF handed_at, batch, end_at ON vouchers_vouchers
WHEN old.handed_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a voucher is handed over once'); END;
CREATE TRIGGER vouchers_are_void_for_good BEFORE UPDATE OF state, used ON vouchers_vouchers WHEN old.state = 4
BEGIN SELECT RAISE(ABORT, 'a voucher is void for good'); END;
CREATE TRIGGER vouchers_are_never_deleted BEFORE DELETE ON vouchers_vouchers
BEGIN SELECT RAISE(ABORT, 'vouchers are never deleted'); END;
CREATE UNIQUE INDEX vouchers_batches_by_key ON vouchers_batches (key);
CREATE TRIGGER vouchers_batches_are_never_deleted BEFORE DELETE ON vouchers_batches
BEGIN SELECT RAISE(ABORT, 'batches of vouchers are never deleted'); END;
CREATE UNIQUE INDEX vouchers_uses_by_key ON vouchers_uses (key);
CREATE INDEX vouchers_uses_by_voucher ON vouchers_uses (voucher);
CREATE TRIGGER vouchers_uses_stay_as_they_are
BEFORE UPDATE OF id, voucher, key, till, purchase, purchase_currency, used_at ON vouchers_uses
BEGIN SELECT RAISE(ABORT, 'a use of a voucher stays as it was'); END;
CREATE TRIGGER vouchers_uses_are_restored_once BEFORE UPDATE ON vouchers_uses WHEN old.restored_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a use of a voucher is taken back once'); END;
CREATE TRIGGER vouchers_uses_are_never_deleted BEFORE DELETE ON vouchers_uses
BEGIN SELECT RAISE(ABORT, 'uses of vouchers are never deleted'); END;
CREATE INDEX vouchers_misses_by_time ON vouchers_misses (made_at);
CREATE TRIGGER vouchers_series_keep_their_word_on_the_rest BEFORE UPDATE OF keeps_rest ON vouchers_series
BEGIN SELECT RAISE(ABORT, 'a series of vouchers stays what it was when they were handed over'); END;
CREATE TRIGGER vouchers_that_are_void_keep_their_rest BEFORE UPDATE OF spent ON vouchers_vouchers WHEN old.state = 4
BEGIN SELECT RAISE(ABORT, 'a voucher is void for good'); END;
CREATE TRIGGER vouchers_uses_keep_what_came_off BEFORE UPDATE OF deducted ON vouchers_uses
BEGIN SELECT RAISE(ABORT, 'a use of a voucher stays as it was'); END;
CREATE INDEX rewards_rewards_by_state ON rewards_rewards (state);
CREATE TRIGGER rewards_rewards_that_were_retired_stay_so BEFORE UPDATE ON rewards_rewards WHEN old.state = 3
BEGIN SELECT RAISE(ABORT, 'a reward that was retired stays as it is'); END;
CREATE TRIGGER rewards_rewards_never_become_drafts_again BEFORE UPDATE OF state ON rewards_rewards
  WHEN old.state = 2 AND new.state = 1
BEGIN SELECT RAISE(ABORT, 'a reward that was published is no draft any more'); END;
CREATE TRIGGER rewards_rewards_are_never_deleted BEFORE DELETE ON rewards_rewards
BEGIN SELECT RAISE(ABORT, 'rewards are never deleted'); END;
CREATE TRIGGER rewards_rewards_keep_their_name BEFORE UPDATE OF reward, name ON rewards_rewards
BEGIN SELECT RAISE(ABORT, 'a reward keeps its id and its name'); END;
CREATE INDEX rewards_prices_by_reward ON rewards_prices (reward, from_at);
CREATE TRIGGER rewards_prices_are_never_changed BEFORE UPDATE ON rewards_prices
BEGIN SELECT RAISE(ABORT, 'prices are never changed; a later one takes their place'); END;
CREATE TRIGGER rewards_prices_are_never_deleted BEFORE DELETE ON rewards_prices
BEGIN SELECT RAISE(ABORT, 'prices are never deleted'); END;
CREATE TRIGGER rewards_withdrawn_prices_are_never_changed BEFORE UPDATE ON rewards_withdrawn_prices
BEGIN SELECT RAISE(ABORT, 'a price that was withdrawn stays so'); END;
CREATE TRIGGER rewards_withdrawn_prices_are_never_deleted BEFORE DELETE ON rewards_withdrawn_prices
BEGIN SELECT RAISE(ABORT, 'a price that was withdrawn stays so'); END;
CREATE TRIGGER rewards_withdrawn_prices_lie_ahead BEFORE INSERT ON rewards_withdrawn_prices
  WHEN new.withdrawn_at >= (SELECT coalesce(until_at, from_at) FROM rewards_prices WHERE entry = new.entry)
BEGIN SELECT RAISE(ABORT, 'a price that was in force stays in the history'); END;
CREATE INDEX rewards_stock_changes_by_reward ON rewards_stock_changes (reward, change);
CREATE TRIGGER rewards_stock_changes_are_never_changed BEFORE UPDATE ON rewards_stock_changes
BEGIN SELECT RAISE(ABORT, 'what was done to a stock is never changed'); END;
CREATE TRIGGER rewards_stock_changes_are_never_deleted BEFORE DELETE ON rewards_stock_changes
BEGIN SELECT RAISE(ABORT, 'what was done to a stock is never deleted'); END;
CREATE UNIQUE INDEX rewards_redemptions_by_key ON rewards_redemptions (key) WHERE key IS NOT NULL;
CREATE INDEX rewards_redemptions_by_user ON rewards_redemptions (user, reward, redemption);
CREATE INDEX rewards_redemptions_by_reward ON rewards_redemptions (reward, redemption);
CREATE INDEX rewards_redemptions_held ON rewards_redemptions (reward, held_until) WHERE state = 1;
CREATE TRIGGER rewards_redemptions_are_never_deleted BEFORE DELETE ON rewards_redemptions
BEGIN SELECT RAISE(ABORT, 'redemptions are never deleted'); END;
CREATE TRIGGER rewards_redemptions_keep_their_origin
BEFORE UPDATE OF redemption, key, reward, quantity, price, coins, asked_to_hold, at_most, redeemed_at, held_until,
  coins_transfer, stock_transfer
ON rewards_redemptions
BEGIN SELECT RAISE(ABORT, 'only who has a redemption, its state and its notes may change'); END;
CREATE TRIGGER rewards_redemptions_go_forward BEFORE UPDATE OF state ON rewards_redemptions
WHEN NOT ((old.state = 1 AND new.state IN (2, 3)) OR (old.state = 2 AND new.state = 4))
BEGIN SELECT RAISE(ABORT, 'what is held is fulfilled or cancelled, what is fulfilled may be refunded'); END;
CREATE TRIGGER rewards_redeemed_vouchers_are_never_changed BEFORE UPDATE ON rewards_redeemed_vouchers
BEGIN SELECT RAISE(ABORT, 'a redemption keeps its vouchers'); END;
CREATE TRIGGER rewards_redeemed_vouchers_are_never_deleted BEFORE DELETE ON rewards_redeemed_vouchers
BEGIN SELECT RAISE(ABORT, 'a redemption keeps its vouchers'); END;
CREATE UNIQUE INDEX rewards_refunds_by_key ON rewards_refunds (key) WHERE key IS NOT NULL;
CREATE TRIGGER rewards_refunds_are_never_deleted BEFORE DELETE ON rewards_refunds
BEGIN SELECT RAISE(ABORT, 'refunds are never deleted'); END;
CREATE TRIGGER rewards_refunds_lose_their_reason BEFORE UPDATE ON rewards_refunds
WHEN new.reason IS NOT NULL OR new.refund <> old.refund OR new.coins <> old.coins OR new.redemption <> old.redemption
BEGIN SELECT RAISE(ABORT, 'only the reason of a refund can be taken away'); END;
CREATE INDEX referrals_codes_by_user ON referrals_codes (user_id);
CREATE INDEX referrals_claims_by_referrer ON referrals_claims (referrer, programme);
CREATE INDEX referrals_claims_due ON referrals_claims (state, due_at) WHERE state < 3;
CREATE INDEX badges_awards_by_badge ON badges_awards (badge, awarded_at);
COMMIT;
PRAGMA foreign_keys = ON;
