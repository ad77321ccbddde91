extends SceneTree
## Loads scenes of levels as a game does, and compares them with their level files: those in res://levels, or those named.
##
##     godot --headless --path PROJECT -s godot4.gd [-- NAME...]

const CELL := 16.0
## Frames to wait for what the engine makes in its own time.
const PATIENCE := 600

var _names: Array = []
var _errors := 0
var _checked := 0


func _initialize() -> void:
	_names = OS.get_cmdline_user_args()
	if _names.is_empty():
		for file in DirAccess.get_files_at("res://levels"):
			if file.ends_with(".tscn"):
				_names.append(file.get_basename())
	_run()


func _run() -> void:
	for name in _names:
		await _check(name)
	# An error of a script ends the check of its scene.
	print("%d of %d scenes, %d errors" % [_checked, _names.size(), _errors])
	quit(int(_errors > 0 or _checked == 0 or _checked < _names.size()))


func _expect(is_so: bool, text: String) -> void:
	if not is_so:
		_errors += 1
		print("  WRONG: ", text)


func _check(name: String) -> void:
	var file: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://levels/%s.json" % name))
	var times: Array[float] = []
	var scene: PackedScene
	var path := "res://levels/%s.tscn" % name
	for form in ["tscn", "scn"]:
		var began := Time.get_ticks_usec()
		scene = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_REPLACE)
		times.append((Time.get_ticks_usec() - began) / 1000.0)
		if scene == null:
			_expect(false, "%s does not load" % path)
			return
		if form == "tscn":
			path = "user://%s.scn" % name.replace("/", "-")
			ResourceSaver.save(scene, path)
	var began := Time.get_ticks_usec()
	var level: Node2D = scene.instantiate()
	root.add_child(level)
	level.find_children("*", "TileMapLayer").map(func(layer: TileMapLayer) -> void: layer.update_internals())
	times.append((Time.get_ticks_usec() - began) / 1000.0)
	await physics_frame
	await physics_frame
	var rows: Array = file["tiles"]
	var terrain: Array = file["terrain"]["rows"] if file.get("terrain") else []
	var walls := _solid(level, rows, 1, func(body: Node) -> bool: return body.name == "walls")
	var water := _solid(level, rows, 2, func(_body: Node) -> bool: return true)
	var wrong := 0
	for y in rows.size():
		for x in rows[y].length():
			var kind := _terrain(file, terrain, x, y)
			var is_wall: bool = rows[y][x] in "# " and kind.is_empty()
			wrong += int(walls[y][x] != is_wall) + int(water[y][x] != kind.get("blocks", false))
	_expect(wrong == 0, "%d cells collide otherwise than they should" % wrong)
	_counts(level, file)
	await _play(level)
	var points := await _walk(level)
	print("%s: %d nodes, way of %d points, %d lights in quadrants of %d; ms: %.0f as tscn, %.0f as scn, %.0f into the tree" % [
		name, _count(level), points, level.get_node("lights").get_child_count(),
		level.get_node("floor").rendering_quadrant_size, times[0], times[1], times[2]])
	level.free()
	_checked += 1
	await physics_frame


## What collides at a point of each cell that no obstacle's body may cover alone.
func _solid(level: Node2D, rows: Array, mask: int, counts: Callable) -> Array:
	var space := level.get_world_2d().direct_space_state
	var all := []
	for y in rows.size():
		var row := []
		for x in rows[y].length():
			var query := PhysicsPointQueryParameters2D.new()
			query.position = Vector2(x * CELL + 7.3, y * CELL + 9.1)
			query.collision_mask = mask
			row.append(space.intersect_point(query).any(func(hit: Dictionary) -> bool: return counts.call(hit.collider)))
		all.append(row)
	return all


func _terrain(file: Dictionary, rows: Array, x: int, y: int) -> Dictionary:
	if rows.is_empty():
		return {}
	for kind in file["terrain"]["kinds"]:
		if kind["symbol"] == rows[y][x]:
			return kind
	return {}


## Doors, keys, lights, markers and rooms are those of the file.
func _counts(level: Node2D, file: Dictionary) -> void:
	var doors := 0
	for passage in file["passages"]:
		doors += passage["doors"].size()
	var kinds: Dictionary = file["kinds"]
	var lit := 0
	var markers := 0
	var obstacles := 0
	for prop in file["props"]:
		lit += int(kinds[prop["kind"]].has("light") and prop.get("lit", true))
		markers += int(kinds[prop["kind"]].get("marker", false))
		obstacles += int(kinds[prop["kind"]]["obstacle"] and not kinds[prop["kind"]].get("marker", false))
	_equal("doors", level.get_node("doors").get_child_count(), doors)
	_equal("rooms", level.get_node("rooms").get_child_count(), file["rooms"].size())
	_equal("keys", level.get_node("keys").get_child_count(), file.get("keys", []).size())
	_equal("markers", level.get_node("markers").get_child_count(), markers)
	var stairs: int = level.get_node("stairs").get_child_count()
	var lights: int = level.get_node("lights").get_child_count()
	if level.get_node("floor").rendering_quadrant_size == 16:
		_equal("lights", lights, lit + stairs)
	else:
		_expect(lights <= lit + stairs and lights > 0, "%d lights of %d" % [lights, lit + stairs])
	var furniture: TileMapLayer = level.get_node("furniture")
	var tiles := furniture.get_used_cells()
	var bodies := 0
	for cell in tiles:
		bodies += int(furniture.get_cell_tile_data(cell).get_collision_polygons_count(0) > 0)
	for parent in ["below", "props"]:
		for node in level.get_node(parent).get_children():
			bodies += int(node is StaticBody2D or node.has_node("body"))
	for node in level.get_node("keys").get_children():
		bodies += int(node.has_node("body"))
	_equal("obstacles", bodies, obstacles)
	var props: int = tiles.size() + level.get_node("below").get_child_count() + level.get_node("props").get_child_count()
	_equal("props", props + level.get_node("keys").get_child_count() + markers, file["props"].size())


func _equal(what: String, found: int, expected: int) -> void:
	_expect(found == expected, "%d %s, not %d" % [found, what, expected])


## A player takes all keys and uses all switches, opens all doors from their near sides, and leaves.
func _play(level: Node2D) -> void:
	var seen := {"left": 0, "refused": 0}
	level.left.connect(func(_stairs: Node) -> void: seen["left"] += 1)
	level.refused.connect(func(_door: Node) -> void: seen["refused"] += 1)
	var doors := level.get_node("doors").get_children().filter(func(door: Node) -> bool: return door.has_method("try_open"))
	var hand := Node2D.new()
	level.add_child(hand)
	var far := 0
	for door in doors:
		var link: NavigationLink2D = door.get_node("link")
		if door.has_meta("lock") or not link.bidirectional:
			hand.position = door.position + link.end_position
			far += int(not door.try_open(hand))
	_equal("refusals", seen["refused"], far)
	_equal("locked or one-way doors that stay shut", far, doors.filter(func(door: Node) -> bool:
		return door.has_meta("lock") or door.has_meta("one_way")).size())
	var player := CharacterBody2D.new()
	player.collision_layer = 4
	player.collision_mask = 0
	player.add_child(CollisionShape2D.new())
	player.get_child(0).shape = CircleShape2D.new()
	level.add_child(player)
	var taken := []
	level.taken.connect(func(thing: Node) -> void: taken.append(thing))
	for key in level.get_node("keys").get_children():
		await _touch(player, key, func() -> bool: return key in taken)
	for door in doors:
		hand.position = door.position + door.get_node("link").start_position
		_expect(door.try_open(hand) or door.get_meta("lock", "") != "", "a door stays shut: %s" % door.name)
	for way in level.get_node("stairs").get_children():
		if way is Area2D:
			await _touch(player, way, func() -> bool: return seen["left"] > 0)
	player.free()


func _touch(player: Node2D, area: Node2D, is_done: Callable) -> void:
	player.position = area.position
	for frame in PATIENCE:
		if is_done.call():
			return
		await physics_frame
	_expect(false, "nothing happens at %s" % area.name)


## Finds the way to the exit with all doors open.
func _walk(level: Node2D) -> int:
	var stairs: Node = level.get_node("stairs")
	var exit: Node2D = stairs.get_node("exit") if stairs.has_node("exit") else stairs.get_child(1)
	for door in level.get_node("doors").get_children():
		if door.has_method("open"):
			door.open()
	var map := level.get_world_2d().navigation_map
	for frame in PATIENCE:
		var way := NavigationServer2D.map_get_path(map, stairs.get_node("entry").position, exit.position, true)
		if way.size() > 0 and way[-1].distance_to(exit.position) < CELL / 2:
			return way.size()
		await physics_frame
	_expect(false, "no way leads to the exit")
	return 0


func _count(node: Node) -> int:
	return node.get_children().reduce(func(sum: int, child: Node) -> int: return sum + _count(child), 1)
